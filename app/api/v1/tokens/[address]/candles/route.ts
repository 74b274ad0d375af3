import { resource, route } from "@/lib/api/route"
import { findCandlesJson } from "@/lib/tokens/candles/queries"
import { candleList, candleQuery } from "@/lib/tokens/candles/schema"
import { tokenParams } from "@/lib/tokens/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Price of a token over time, in its quote asset",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    kept: { clock: "minute", topics: ["token"] },
    params: tokenParams,
    query: candleQuery,
    response: candleList,
    errors: ["TOKEN_NOT_FOUND"],
    handler: ({ params, query }) => findCandlesJson(params.address, query),
  }),
})
