import { resource, route } from "@/lib/api/route"
import { findModerationLog, moderationLogPage, moderationLogQuery } from "@/lib/reef/moderation/log"

/** Only for the moderators' pages. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What moderators decided, the newest first",
    tag: "Pages",
    auth: "admin",
    limit: "page",
    cache: "no-store",
    query: moderationLogQuery,
    response: moderationLogPage,
    handler: ({ query }) => findModerationLog(query),
  }),
})
