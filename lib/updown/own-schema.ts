import { z } from "zod"
import { address, amount, isoDate } from "@/lib/http/wire"
import { assets } from "./assets"
import { outcomes, sides } from "./constants"
import { timeframes } from "./timeframes"

/** The pages' query for a wallet's bets. */

export const ownRoundsQuery = z.object({ wallet: address })

const ownRound = z.object({
  asset: z.enum(assets),
  contract: z.string(),
  tf: z.int(),
  roundId: z.int(),
  side: z.enum(sides),
  stake: amount,
})

export const ownRounds = z.object({
  open: z.array(ownRound.extend({ endTime: isoDate })),
  paying: z
    .array(ownRound.extend({ outcome: z.enum(outcomes), payout: amount }))
    .describe("won or refunded, and not collected"),
})

export const ownRecordQuery = z.object({
  wallet: address,
  asset: z.enum(assets),
  timeframe: z.enum(timeframes.map(({ label }) => label)),
})

export const ownRecord = z.object({
  wins: z.int(),
  losses: z.int(),
  refunds: z.int(),
  stake: amount.describe("of all decided rounds"),
  payout: amount.describe("what they paid or pay"),
})
