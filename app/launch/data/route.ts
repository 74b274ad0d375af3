import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { line } from "@/lib/api/wire"
import { findNamesakes } from "@/lib/tokens/namesakes/queries"

const namesake = z.object({ address: z.string(), symbol: z.string(), name: z.string() })

/** For the launch page alone. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route({
    summary: "Tokens called exactly so, in any case of letters",
    tag: "Pages",
    auth: "none",
    limit: "page",
    query: z.object({
      symbol: line({ max: 128 }).default(""),
      name: line({ max: 128 }).default(""),
    }),
    response: z.object({ data: z.array(namesake) }),
    handler: async ({ query }) => ({ data: await findNamesakes(query) }),
  }),
})
