import { resource, route } from "@/lib/api/route"
import { tokenParams } from "@/lib/tokens/schema"
import { findWhitelistJson } from "@/lib/tokens/whitelist-queries"
import { whitelistAnswer, whitelistQuery } from "@/lib/tokens/whitelist-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List a frozen token's whitelist, or look one wallet up",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    kept: { clock: "none", topics: ["token"] },
    params: tokenParams,
    query: whitelistQuery,
    response: whitelistAnswer,
    errors: ["TOKEN_NOT_FOUND"],
    handler: ({ params, query }) => findWhitelistJson(params.address, query),
  }),
})
