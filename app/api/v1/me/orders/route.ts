import { resource, route } from "@/lib/api/route"
import { findOwnOrdersJson } from "@/lib/markets/orders/queries"
import { ownOrderListQuery, ownOrderPage } from "@/lib/markets/orders/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the acting wallet's orders, newest first",
    tag: "My Account",
    auth: "either",
    isIndexed: true,
    kept: { clock: "none", topics: ["tokens"] },
    isOwn: true,
    query: ownOrderListQuery,
    response: ownOrderPage,
    handler: ({ caller, query }) => findOwnOrdersJson(caller.wallet, query),
  }),
})
