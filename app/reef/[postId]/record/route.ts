import { z } from "zod"
import { resource, route } from "@/lib/api/route"
import { findRecord, record } from "@/lib/reef/moderation/record"
import { postParams } from "@/lib/reef/posts/schema"

/** For the moderators' desk alone. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "What a post said before, and how often its author was warned",
    tag: "Pages",
    auth: "admin",
    limit: "page",
    cache: "no-store",
    params: postParams,
    response: z.object({ data: record.nullable() }),
    handler: async ({ params }) => ({ data: await findRecord(params.postId) }),
  }),
})
