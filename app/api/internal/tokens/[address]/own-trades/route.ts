import { resource, route } from "@/lib/api/route"
import { tokenParams } from "@/lib/tokens/schema"
import { findOwnTrades } from "@/lib/tokens/trades/queries"
import { ownTradeList, ownTradesQuery } from "@/lib/tokens/trades/schema"

/** A wallet's trades of the token, for its marks on the chart. Not part of the public interface. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "A wallet's newest trades of a token",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    params: tokenParams,
    query: ownTradesQuery,
    response: ownTradeList,
    handler: async ({ params, query }) => ({
      data: await findOwnTrades(params.address, query.wallet),
    }),
  }),
})
