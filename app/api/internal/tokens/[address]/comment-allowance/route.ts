import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { getCommentQuota } from "@/lib/content/comments/queries"
import { commentQuota } from "@/lib/content/comments/schema"
import { address } from "@/lib/http/wire"
import { tokenParams } from "@/lib/tokens/schema"

/**
 * The number of comments a wallet may still write about a token or market, for its pages. Not part of the public
 * interface.
 */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "How many comments a wallet has left on a token",
    tag: "Pages",
    auth: "none",
    limit: "page",
    cache: "no-store",
    params: tokenParams,
    query: z.object({ wallet: address }),
    response: commentQuota,
    errors: ["TOKEN_NOT_FOUND"],
    handler: ({ params, query }) => getCommentQuota(params.address, query.wallet),
  }),
})
