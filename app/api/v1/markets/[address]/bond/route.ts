import { resource, route } from "@/lib/api/route"
import { getBond } from "@/lib/markets/bonds"
import { marketParams } from "@/lib/markets/liquidity-schema"
import { bondAnswer } from "@/lib/markets/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What a proposal, a dispute or a veto of a market's outcome puts up now",
    tag: "Markets",
    auth: "key",
    isIndexed: true,
    params: marketParams,
    response: bondAnswer,
    errors: ["MARKET_NOT_FOUND", "CHAIN_UNAVAILABLE"],
    handler: async ({ params }) => ({ data: { bond: await getBond(params.address) } }),
  }),
})
