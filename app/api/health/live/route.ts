import { resource, route } from "@/lib/api/route"
import { liveness } from "@/lib/health/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Whether the process answers; it asks nothing else",
    tag: "Service",
    auth: "none",
    limit: "none",
    cache: "no-store",
    response: liveness,
    handler: () => ({ status: "ok" as const, uptimeSeconds: Math.floor(process.uptime()) }),
  }),
})
