import { resource, route } from "@/lib/api/route"
import { findClaims } from "@/lib/claims/queries"
import { claimsAnswer, claimsQuery } from "@/lib/claims/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What a wallet can collect from the contracts now",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: claimsQuery,
    response: claimsAnswer,
    handler: ({ query }) => findClaims(query.wallet),
  }),
})
