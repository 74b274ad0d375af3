import { resource, route } from "@/lib/api/route"
import { findStanding } from "@/lib/profiles/ranks/ranked-wallets"
import { standing, standingQuery } from "@/lib/profiles/ranks/ranked-wallets-schema"

/** Public data of the leaderboard. Not part of the public interface. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Rank and tier of a wallet, with the change of its rank",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: standingQuery,
    response: standing,
    handler: ({ query }) => findStanding(query.wallet),
  }),
})
