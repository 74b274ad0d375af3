import { resource, route } from "@/lib/api/route"
import { tokenParams } from "@/lib/tokens/schema"
import { getSupply } from "@/lib/tokens/supply-queries"
import { supplyAnswer } from "@/lib/tokens/supply-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Where the supply of a token is: vested, borrowed against, locked, pledged, free",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    params: tokenParams,
    response: supplyAnswer,
    errors: ["TOKEN_NOT_FOUND"],
    handler: async ({ params }) => ({ data: await getSupply(params.address) }),
  }),
})
