import { resource, route } from "@/lib/api/route"
import { findOrdersJson } from "@/lib/markets/orders/queries"
import { orderListQuery, orderPage } from "@/lib/markets/orders/schema"
import { tokenParams } from "@/lib/tokens/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the orders of a market, newest first",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    kept: { clock: "none", topics: ["token"] },
    params: tokenParams,
    query: orderListQuery,
    response: orderPage,
    errors: ["TOKEN_NOT_FOUND"],
    handler: ({ params, query }) => findOrdersJson(params.address, query),
  }),
})
