import { z } from "zod"
import { cursorPagination, cursorQuery } from "@/lib/http/pagination"
import { amount, INT_MAX, integer, isoDate } from "@/lib/http/wire"
import { assets } from "./assets"
import { outcomes, sides } from "./constants"
import { findTimeframe, timeframes } from "./timeframes"

const token = z.enum(assets)
const outcome = z.enum(outcomes)
const tf = z.int().min(0).max(4).describe("timeframe: 0 = 5m, 1 = 15m, 2 = 1h, 3 = 4h, 4 = 24h")

/** A price of the oracle, which may be below zero. */
const price8 = z
  .string()
  .regex(/^(0|-?[1-9][0-9]*)$/)
  .describe("8 decimals")

/** A signed integer of 18 decimals. */
const signedAmount = z.string().regex(/^(0|-?[1-9][0-9]*)$/)

export const updownRound = z
  .object({
    contract: z.string(),
    tf,
    roundId: z.int(),
    startTime: isoDate,
    endTime: isoDate,
    bettingEndsAt: isoDate.describe(
      "the round takes bets until then: a tenth of its duration before its end",
    ),
    settledAt: isoDate.nullable().describe("of a canceled round the time of cancelation"),
    startPriceUsd8dec: price8,
    endPriceUsd8dec: price8.nullable(),
    endPriceRoundId: z.string().nullable().describe("round of the oracle"),
    bullPoolUsdb: amount,
    bearPoolUsdb: amount,
    sharesBull: amount,
    sharesBear: amount,
    seedBonusUsdb: amount.describe(
      "from earlier rounds; the winners get at most as much of it as the losing pool",
    ),
    seedPaidUsdb: amount.describe("what the winners got of the seed; 0 until the round is won"),
    outcome,
    settler: z.string().nullable().describe("null where no price decided"),
  })
  .meta({ id: "UpDownRound" })

export const roundPage = z.object({
  token,
  rounds: z.array(updownRound),
  pagination: cursorPagination,
})

const timeframeNames = [
  ...timeframes.map(({ code }) => `${code}`),
  ...timeframes.map(({ label }) => label),
]

/** The code or the label of a timeframe; its code in the program. */
const timeframeParam = z
  .codec(z.enum(timeframeNames), z.int(), {
    decode: (text) => findTimeframe(text)?.code ?? 0,
    encode: String,
  })
  .describe("0 to 4, or 5m, 15m, 1h, 4h, 24h")

export const roundListQuery = cursorQuery.extend({
  token,
  tf: timeframeParam.optional(),
  timeframe: timeframeParam.optional().describe("the same; `tf` wins"),
  outcome: outcome.optional(),
  cursor: z
    .string()
    .optional()
    .describe("nextCursor of the previous answer; without a timeframe also a plain round id"),
})
export type RoundListQuery = z.output<typeof roundListQuery>

export const roundParams = z.object({
  token,
  tf: timeframeParam,
  roundId: integer({ max: INT_MAX }),
})
export type RoundParams = z.output<typeof roundParams>

const sideTotals = z.object({ bettors: z.int(), stakeUsdb: amount, sharesTotal: amount })

export const roundDetails = z.object({
  token,
  round: updownRound,
  bets: z.object({
    totalEvents: z.int(),
    distinctBettors: z.int(),
    bull: sideTotals,
    bear: sideTotals,
  }),
  claims: z.object({
    total: z.int(),
    won: z.int(),
    refunded: z.int(),
    totalPayoutUsdb: amount,
  }),
})

const placed = {
  token,
  contract: z.string(),
  tf,
  roundId: z.int(),
  side: z.enum(sides),
  stakeUsdb: amount.describe("of all bets of the wallet in the round"),
}

export const walletRounds = z.object({
  wallet: z.string(),
  totalBetEvents: z.int(),
  distinctRoundsBet: z.int(),
  totalStakeUsdb: amount,
  totalPayoutUsdb: amount.describe("what was claimed, with stakes and refunds"),
  netUsdb: signedAmount.describe("payouts less stakes"),
  wins: z.int().describe("settled rounds, claimed or not"),
  losses: z.int(),
  refunds: z.int().describe("canceled rounds"),
  activeBetsCount: z.int(),
  claimableCount: z.int(),
  activeBets: z
    .array(
      z.object({
        ...placed,
        placedAt: isoDate.describe("first bet"),
        bettingEndsAt: isoDate.describe("more may be added until then"),
        endTime: isoDate,
      }),
    )
    .describe("newest first, at most 100"),
  claimableBets: z
    .array(z.object({ ...placed, outcome }))
    .describe("won or canceled and not claimed, newest first, at most 100"),
})
