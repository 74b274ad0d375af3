import { resource, route } from "@/lib/api/route"
import { search } from "@/lib/search/queries"
import { searchAnswer, searchQuery } from "@/lib/search/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What fits a text: tokens, markets, people, posts, transactions",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: searchQuery,
    response: searchAnswer,
    handler: ({ query }) => search(query.q),
  }),
})
