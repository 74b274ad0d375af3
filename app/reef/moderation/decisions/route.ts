import { resource, route } from "@/lib/api/route"
import { decisionsPage, decisionsQuery, findDecisions } from "@/lib/reef/moderation/record"

/** For the moderators' desk alone. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What moderators decided, the newest first",
    tag: "Pages",
    auth: "admin",
    limit: "page",
    cache: "no-store",
    query: decisionsQuery,
    response: decisionsPage,
    handler: ({ query }) => findDecisions(query),
  }),
})
