import { resource, route } from "@/lib/api/route"
import { findLeaderboard } from "@/lib/profiles/ranks/leaderboard"
import { leaderboard, leaderboardQuery } from "@/lib/profiles/ranks/leaderboard-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List wallets with points by rank",
    tag: "Leaderboard",
    auth: "none",
    limit: "page",
    cache: 60,
    isIndexed: true,
    query: leaderboardQuery,
    response: leaderboard,
    handler: ({ query }) => findLeaderboard(query),
  }),
})
