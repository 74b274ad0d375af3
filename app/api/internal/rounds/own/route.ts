import { resource, route } from "@/lib/api/route"
import { findOwnRounds } from "@/lib/updown/own-queries"
import { ownRounds, ownRoundsQuery } from "@/lib/updown/own-schema"

/** Public data from the chain. Not part of the public interface. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Rounds in which a wallet waits for the outcome or its payout",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: ownRoundsQuery,
    response: ownRounds,
    handler: ({ query }) => findOwnRounds(query.wallet),
  }),
})
