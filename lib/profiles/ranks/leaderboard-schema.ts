import { z } from "zod"
import { offsetQuery } from "@/lib/http/pagination"
import { publicSocial } from "@/lib/profiles/schema"

export const leaderboardQuery = offsetQuery

export type LeaderboardQuery = z.output<typeof leaderboardQuery>

export const leaderboardEntry = z
  .object({
    rank: z.int().min(1),
    wallet: z.string(),
    username: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    tier: z.string(),
    tierEmoji: z.string(),
    socials: z.array(publicSocial).describe("public accounts; url is empty for discord"),
  })
  .meta({ id: "LeaderboardEntry" })

export const leaderboard = z.object({
  data: z.array(leaderboardEntry),
  pagination: z.object({
    total: z.int().describe("wallets with points"),
    page: z.int(),
    limit: z.int(),
    pages: z.int(),
    hasMore: z.boolean(),
  }),
})

export type Leaderboard = z.output<typeof leaderboard>
