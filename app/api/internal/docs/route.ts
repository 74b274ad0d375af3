import { resource, route } from "@/lib/api/route"
import { searchDocs } from "@/lib/guides/search"
import { docsSearchAnswer, docsSearchQuery } from "@/lib/guides/search-schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Parts of the documentation that have these words",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: docsSearchQuery,
    response: docsSearchAnswer,
    handler: ({ query }) => ({ data: searchDocs(query.q) }),
  }),
})
