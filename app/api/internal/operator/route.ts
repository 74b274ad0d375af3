import { resource, route } from "@/lib/api/route"
import { operatorState } from "@/lib/health/operator-schema"
import { readOperatorState } from "@/lib/health/operator-state"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Get health, queues, daily jobs, sizes and the last failures",
    tag: "Pages",
    auth: "admin",
    limit: "page",
    cache: "no-store",
    response: operatorState,
    handler: () => readOperatorState(),
  }),
})
