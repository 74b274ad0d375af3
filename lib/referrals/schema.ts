import { z } from "zod"
import { isoDate } from "@/lib/http/wire"

const referredUser = z
  .object({
    wallet: z.string(),
    username: z.string().nullable(),
    tier: z.string(),
    tierEmoji: z.string(),
    rank: z.int().min(0).describe("0 while unranked"),
    joinedAt: isoDate.describe("when its referrer was set"),
    layer: z.int().min(1).max(2).nullable().describe("1 direct, 2 indirect; null for the referrer"),
  })
  .meta({ id: "ReferredUser" })

/** GET /api/v1/me/referrals. */
export const ownReferrals = z.object({
  referrer: referredUser.nullable(),
  tier: z.string(),
  tierEmoji: z.string(),
  directCount: z.int().min(0),
  indirectCount: z.int().min(0),
  referrals: z.array(referredUser).describe("by rank, unranked last; at most 500"),
})

export type OwnReferrals = z.output<typeof ownReferrals>

/** GET /api/v1/profile/{wallet}/referrals. */
export const referralCounts = z.object({
  wallet: z.string(),
  hasReferrer: z.boolean(),
  directReferrals: z.int().min(0),
  indirectReferrals: z.int().min(0),
  totalReferrals: z.int().min(0),
})

export type ReferralCounts = z.output<typeof referralCounts>
