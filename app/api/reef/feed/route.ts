import { resource, route } from "@/lib/api/route"
import { findFeed } from "@/lib/reef/posts/queries"
import { reefFeedQuery, reefPage } from "@/lib/reef/posts/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Read the Reef",
    tag: "Reef Feed",
    auth: "none",
    limit: "page",
    cache: 10,
    query: reefFeedQuery,
    response: reefPage,
    handler: ({ query }) => findFeed(query),
  }),
})
