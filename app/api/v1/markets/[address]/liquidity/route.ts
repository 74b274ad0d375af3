import { resource, route } from "@/lib/api/route"
import { findLiquidityJson } from "@/lib/markets/liquidity-queries"
import { liquidityPage, liquidityQuery, marketParams } from "@/lib/markets/liquidity-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the purchases from a market's pool with the reserves they left, newest first",
    tag: "Markets",
    auth: "key",
    isIndexed: true,
    kept: { clock: "none", topics: ["token"] },
    params: marketParams,
    query: liquidityQuery,
    response: liquidityPage,
    errors: ["MARKET_NOT_FOUND", "INVALID_CURSOR"],
    handler: ({ params, query }) => findLiquidityJson(params.address, query),
  }),
})
