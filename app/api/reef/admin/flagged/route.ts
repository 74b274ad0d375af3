import { resource, route } from "@/lib/api/route"
import { findFlaggedPosts } from "@/lib/reef/moderation/queries"
import { flaggedPage, flaggedQuery } from "@/lib/reef/moderation/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the posts with open reports, the most reported first",
    tag: "Reef Moderation",
    auth: "admin",
    query: flaggedQuery,
    response: flaggedPage,
    handler: ({ query }) => findFlaggedPosts(query),
  }),
})
