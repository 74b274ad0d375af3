import { resource, route } from "@/lib/api/route"
import { resolveMentions } from "@/lib/search/mentions/queries"
import { mentionList, mentionsQuery } from "@/lib/search/mentions/schema"

/** Only for the preview of a post. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "Tokens and markets which a text names",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    query: mentionsQuery,
    response: mentionList,
    handler: async ({ query }) => ({ data: await resolveMentions(query) }),
  }),
})
