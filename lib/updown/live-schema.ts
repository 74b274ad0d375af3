import { z } from "zod"
import { amount } from "@/lib/http/wire"
import { assets } from "./assets"
import { outcomes } from "./constants"

/** The data that pages poll: the fields of `RoundsView`, with amounts as decimal strings. */

const signed = z.codec(z.string().regex(/^(0|-?[1-9][0-9]*)$/), z.bigint(), {
  decode: BigInt,
  encode: String,
})
const seconds = z.int().min(0)

const roundState = z.object({
  roundId: z.int(),
  startTime: seconds,
  endTime: seconds,
  startPrice: signed,
  reserves: z.object({ bull: amount, bear: amount }),
  bullPool: amount,
  bearPool: amount,
  sharesBull: amount,
  sharesBear: amount,
  seedBonus: amount,
  outcome: z.enum(outcomes),
  seedPaid: amount,
  endPrice: signed.nullable(),
  endPriceRoundId: signed.nullable(),
  settledAt: seconds.nullable(),
})

const feedState = z.object({
  roundId: signed,
  price: signed,
  updatedAt: seconds,
  usualGap: seconds.nullable(),
})

const roundsView = z.object({
  block: z.int(),
  chainTime: z.int(),
  assets: z.array(
    z.object({
      asset: z.enum(assets),
      contract: z.string(),
      isPaused: z.boolean(),
      minBet: amount,
      feed: feedState.nullable(),
      rounds: z.array(roundState.nullable()),
    }),
  ),
})

export const liveRoundsQuery = z.object({ asset: z.enum(assets).optional() })

export const liveRounds = z.object({
  view: roundsView.nullable().describe("null while the node does not answer"),
})

export const priceHistoryQuery = z.object({
  asset: z.enum(assets),
  since: z
    .string()
    .regex(/^\d{1,12}$/)
    .describe("Unix seconds"),
})

export const priceHistory = z.object({
  points: z.array(z.object({ time: seconds, price: z.number() })).describe("oldest first"),
})
