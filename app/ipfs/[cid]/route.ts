import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { serveContent } from "@/lib/content/serve"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Content kept by this server while no external gateway is configured",
    tag: "Service",
    auth: "none",
    // A page shows as many files as tokens: counted like calls, they would use up a reader's rate limit.
    limit: "none",
    params: z.object({ cid: z.string().describe("IPFS content identifier, version 1") }),
    response: z.unknown(),
    type: "application/octet-stream",
    handler: ({ params, request }) =>
      serveContent(params.cid, request.headers.get("if-none-match")),
  }),
})
