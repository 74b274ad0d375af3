import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { findModerationContext, moderationContext } from "@/lib/reef/moderation/log"
import { postParams } from "@/lib/reef/posts/schema"

/** Only for the moderators' pages. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What a post said before, and how often its author was warned",
    tag: "Pages",
    auth: "admin",
    limit: "page",
    cache: "no-store",
    params: postParams,
    response: z.object({ data: moderationContext.nullable() }),
    handler: async ({ params }) => ({ data: await findModerationContext(params.postId) }),
  }),
})
