import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { singleLineText } from "@/lib/http/wire"
import { findSimilarMarkets } from "@/lib/markets/list-queries"
import { predictionStatuses } from "@/lib/markets/status"

const similar = z.object({
  address: z.string(),
  name: z.string(),
  status: z.enum(predictionStatuses),
})

/** Only for the page that creates markets. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Markets whose question shares words with another",
    tag: "Pages",
    auth: "none",
    limit: "page",
    query: z.object({ question: singleLineText({ min: 1, max: 200 }) }),
    response: z.object({ data: z.array(similar) }),
    handler: async ({ query }) => ({
      data: (await findSimilarMarkets(query.question)).map(({ address, name, status }) => ({
        address,
        name,
        status,
      })),
    }),
  }),
})
