import { resource, route } from "@/lib/api/route"
import { findMissingReadings } from "@/lib/health/index-lists"
import { listQuery, missingStatePage } from "@/lib/health/operator-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the readings that are left empty, the newest first",
    tag: "Pages",
    auth: "admin",
    limit: "page",
    cache: "no-store",
    query: listQuery,
    response: missingStatePage,
    handler: ({ query }) => findMissingReadings(query),
  }),
})
