import { resource, route } from "@/lib/api/route"
import { tokenAnswer, tokenParams } from "@/lib/tokens/schema"
import { getTokenDetail } from "@/lib/tokens/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Show a token or market",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    kept: { clock: "second", topics: ["token", "main-price"] },
    params: tokenParams,
    response: tokenAnswer,
    errors: ["TOKEN_NOT_FOUND"],
    handler: ({ params }) => getTokenDetail(params.address),
  }),
})
