import { resource, route } from "@/lib/api/route"
import { computePulse, pulse } from "@/lib/pulse"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Public counters of the venue",
    tag: "Public",
    auth: "none",
    limit: "page",
    cache: 60,
    isIndexed: true,
    response: pulse,
    handler: computePulse,
  }),
})
