import { resource, route } from "@/lib/api/route"
import { readiness } from "@/lib/health/schema"
import { checkReadiness } from "@/lib/health/service"
import { withStatus } from "@/lib/http/response"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Whether a balancer should send requests here: database and address book",
    tag: "Service",
    auth: "none",
    limit: "none",
    cache: "no-store",
    response: readiness,
    otherStatuses: [503],
    handler: async () => {
      const state = await checkReadiness()
      return withStatus(state.status === "ok" ? 200 : 503, state)
    },
  }),
})
