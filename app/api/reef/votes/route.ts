import { resource, route } from "@/lib/api/route"
import { findVotes } from "@/lib/reef/votes/queries"
import { votes, votesQuery } from "@/lib/reef/votes/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Tell for which of these one has voted",
    tag: "Reef Voting",
    auth: "either",
    query: votesQuery,
    response: votes,
    handler: ({ caller, query }) => findVotes(caller.wallet, query),
  }),
})
