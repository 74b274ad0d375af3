import { withStatus } from "@/lib/api/reply"
import { resource, route } from "@/lib/api/route"
import { health } from "@/lib/health/schema"
import { examine } from "@/lib/health/service"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route({
    summary: "Whether database, node and index are in order",
    tag: "Service",
    auth: "none",
    limit: "none",
    cache: "no-store",
    response: health,
    otherStatuses: [503],
    handler: async () => {
      const state = await examine()
      return withStatus(state.status === "ok" ? 200 : 503, state)
    },
  }),
})
