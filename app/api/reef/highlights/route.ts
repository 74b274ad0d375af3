import { resource, route } from "@/lib/api/route"
import { findHighlights } from "@/lib/reef/posts/queries"
import { highlights, highlightsQuery } from "@/lib/reef/posts/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Read the 10 posts of the last 24 hours with the most upvotes",
    tag: "Reef Feed",
    auth: "none",
    limit: "page",
    cache: 30,
    query: highlightsQuery,
    response: highlights,
    handler: async ({ query }) => ({ data: await findHighlights(query.section) }),
  }),
})
