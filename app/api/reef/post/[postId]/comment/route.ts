import { resource, route } from "@/lib/api/route"
import { commentBody, createdComment } from "@/lib/reef/comments/schema"
import { createComment } from "@/lib/reef/comments/service"
import { postParams } from "@/lib/reef/posts/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Comment on a post",
    tag: "Reef Comments",
    auth: "either",
    params: postParams,
    body: commentBody,
    response: createdComment,
    status: 201,
    errors: [
      "CONTENT_TOO_LONG",
      "REPLY_TOO_DEEP",
      "REEF_BANNED",
      "REEF_MUTED",
      "SECTION_FORBIDDEN",
      "POST_NOT_FOUND",
      "PARENT_NOT_FOUND",
    ],
    handler: ({ caller, params, body }) => createComment(caller.wallet, params.postId, body),
  }),
})
