import { resource, route } from "@/lib/api/route"
import { tokenParams } from "@/lib/tokens/schema"
import { findTradesJson } from "@/lib/tokens/trades/queries"
import { tradeListQuery, tradePage } from "@/lib/tokens/trades/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the trades of a token, newest first",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    kept: { clock: "none", topics: ["token"] },
    params: tokenParams,
    query: tradeListQuery,
    response: tradePage,
    errors: ["TOKEN_NOT_FOUND", "INVALID_CURSOR"],
    handler: ({ params, query }) => findTradesJson(params.address, query),
  }),
})
