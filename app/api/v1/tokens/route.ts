import { resource, route } from "@/lib/api/route"
import { findTokensJson } from "@/lib/tokens/queries"
import { tokenListQuery, tokenPage } from "@/lib/tokens/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List tokens and markets",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    clock: "second",
    query: tokenListQuery,
    response: tokenPage,
    handler: ({ query, snapshot }) => findTokensJson(query, snapshot),
  }),
})
