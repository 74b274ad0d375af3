import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { hiddenBySources } from "@/lib/reef/constants"
import { findHiddenPost } from "@/lib/reef/posts/queries"
import { postParams, reefPost } from "@/lib/reef/posts/schema"

const hidden = z.object({
  post: reefPost,
  hiddenBy: z.enum(hiddenBySources),
  reason: z.string().nullable(),
})

/** For the post's own page. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "A hidden post for its author or a moderator, and why it is hidden",
    tag: "Pages",
    auth: "session",
    limit: "page",
    cache: "no-store",
    params: postParams,
    response: z.object({ data: hidden.nullable() }),
    handler: async ({ params, caller }) => ({
      data: await findHiddenPost(params.postId, caller.wallet),
    }),
  }),
})
