import { z } from "zod"
import { address, isoDate } from "@/lib/http/wire"

export const signals = z
  .object({
    base: z.boolean().describe("registered agent, or username with a linked X or Moltbook account"),
    twitter: z.boolean().describe("X or Moltbook account linked"),
    active: z.boolean().describe("100 USD of trades in the last 168 hours"),
    hatchling: z.boolean().describe("500 points"),
    tidal: z.boolean().describe("2,500 points"),
  })
  .meta({ id: "FaucetSignals" })

const wholeUsdb = z.int().min(0).describe("whole USDB")

export const faucetStatus = z
  .object({
    eligible: z.boolean(),
    canClaim: z.boolean(),
    dailyAmount: wholeUsdb,
    signals,
    cooldownRemaining: z.int().min(0).describe("seconds"),
    nextClaimAt: isoDate.nullable(),
    hasReferrer: z.boolean(),
  })
  .meta({ id: "FaucetStatus" })

export const claimBody = z.object({
  referrer: address.optional().describe("ignored when the wallet has a referrer"),
})

export const claimResponse = z.object({
  success: z.literal(true),
  amount: wholeUsdb,
  txHash: z.string(),
  signals,
})

/** The facts on the faucet's page besides the status. */
export const faucetChecklist = z.object({
  isConfigured: z.boolean(),
  isAgent: z.boolean(),
  hasUsername: z.boolean(),
  block: z.object({ reason: z.string().nullable(), createdAt: isoDate }).nullable(),
  status: faucetStatus,
})
