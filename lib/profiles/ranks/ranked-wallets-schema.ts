import { z } from "zod"
import { address, singleLineText } from "@/lib/http/wire"

/** Entries on a page of the leaderboard. */
export const LEADERBOARD_PAGE = 25

const MAX_SEARCH = 50

/** The state of the leaderboard's page in its URL. */
export const leaderboardState = z.object({
  page: z.coerce.number().int().min(1).max(2_147_483_647).default(1),
  q: singleLineText({ max: MAX_SEARCH }).default(""),
})

export const standingQuery = z.object({ wallet: address })

/** A wallet's public rank, tier and points. */
export const standing = z.object({
  rank: z.int().min(0).describe("0 while unranked"),
  rankDelta: z.int().nullable().describe("places won since 00:00 UTC; null while unknown"),
  tier: z.string(),
  tierEmoji: z.string(),
  username: z.string().nullable(),
  avatarUrl: z.string().nullable(),
})

export type Standing = z.output<typeof standing>
