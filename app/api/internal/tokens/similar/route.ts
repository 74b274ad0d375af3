import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { singleLineText } from "@/lib/http/wire"
import { findSimilarTokens } from "@/lib/tokens/similar-tokens-queries"

const similarToken = z.object({ address: z.string(), symbol: z.string(), name: z.string() })

/** Only for the launch page. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Tokens called exactly so, in any case of letters",
    tag: "Pages",
    auth: "none",
    limit: "page",
    query: z.object({
      symbol: singleLineText({ max: 128 }).default(""),
      name: singleLineText({ max: 128 }).default(""),
    }),
    response: z.object({ data: z.array(similarToken) }),
    handler: async ({ query }) => ({ data: await findSimilarTokens(query) }),
  }),
})
