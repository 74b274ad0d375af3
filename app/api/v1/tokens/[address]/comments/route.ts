import { resource, route } from "@/lib/api/route"
import { findTokenCommentsJson } from "@/lib/content/comments/queries"
import { tokenCommentPage, tokenCommentParams } from "@/lib/content/comments/schema"
import { offsetQuery } from "@/lib/http/pagination"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "List the comments on a token",
    tag: "Tokens",
    auth: "key",
    isIndexed: true,
    kept: { clock: "none", topics: ["token", "people"] },
    params: tokenCommentParams,
    query: offsetQuery,
    response: tokenCommentPage,
    errors: ["TOKEN_NOT_FOUND"],
    handler: ({ params, query }) => findTokenCommentsJson(params.address, query),
  }),
})
