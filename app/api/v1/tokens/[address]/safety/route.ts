import { resource, route } from "@/lib/api/route"
import { getSafetyFindings } from "@/lib/tokens/safety/queries"
import { safetyAnswer } from "@/lib/tokens/safety/schema"
import { tokenParams } from "@/lib/tokens/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What a buyer should know of a token, the worst first",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    params: tokenParams,
    response: safetyAnswer,
    errors: ["TOKEN_NOT_FOUND"],
    handler: async ({ params }) => ({ data: await getSafetyFindings(params.address) }),
  }),
})
