import { resource, route } from "@/lib/api/route"
import { findUnreadableLogs } from "@/lib/health/index-lists"
import { listQuery, unreadableLogPage } from "@/lib/health/operator-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the logs that could not be indexed, the newest first",
    tag: "Pages",
    auth: "admin",
    limit: "page",
    cache: "no-store",
    query: listQuery,
    response: unreadableLogPage,
    handler: ({ query }) => findUnreadableLogs(query),
  }),
})
