import { resource, route } from "@/lib/api/route"
import { health } from "@/lib/health/schema"
import { checkHealth } from "@/lib/health/service"
import { withStatus } from "@/lib/http/response"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Whether database, node and index are in order",
    tag: "Service",
    auth: "none",
    limit: "none",
    cache: "no-store",
    response: health,
    otherStatuses: [503],
    handler: async () => {
      const state = await checkHealth()
      return withStatus(state.status === "ok" ? 200 : 503, state)
    },
  }),
})
