import { resource, route } from "@/lib/api/route"
import { findTokensJson } from "@/lib/tokens/queries"
import { findRankedTokensJson, isRanked } from "@/lib/tokens/ranked-queries"
import { tokenListPage, tokenListQuery } from "@/lib/tokens/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List tokens and markets",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    kept: { clock: "second", topics: ["tokens"] },
    query: tokenListQuery,
    response: tokenListPage,
    handler: ({ query, keep }) =>
      isRanked(query) ? findRankedTokensJson(query) : findTokensJson(query, keep),
  }),
})
