import { z } from "zod"
import { operations } from "@/app/mcp/operations"
import { resource, route } from "@/lib/api/route"
import { createEndpoint } from "@/lib/mcp/endpoint"

const answer = createEndpoint(operations, "1.0.0")

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary:
      "Model Context Protocol over Streamable HTTP, without sessions; the guide says what it offers",
    tag: "Service",
    auth: "none",
    // Each message counts as the operation it calls.
    limit: "none",
    // A name of another site may lead here: its pages get no answer, unless they have a key.
    csrf: "without a key",
    response: z.unknown(),
    otherStatuses: [202],
    errors: ["INVALID_API_KEY", "RATE_LIMITED"],
    handler: ({ request, ip }) => answer({ request, ip }),
  }),
})
