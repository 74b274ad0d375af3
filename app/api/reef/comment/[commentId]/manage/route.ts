import { resource, route } from "@/lib/api/route"
import { commentChange, commentParams, editedComment } from "@/lib/reef/comments/schema"
import { deleteComment, editComment } from "@/lib/reef/comments/service"
import { messageResponse } from "@/lib/reef/posts/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: route({
    summary: "Edit a comment of one's own",
    tag: "Reef Comments",
    auth: "either",
    params: commentParams,
    body: commentChange,
    response: editedComment,
    errors: [
      "CONTENT_TOO_LONG",
      "NOT_AUTHOR",
      "REEF_BANNED",
      "REEF_MUTED",
      "COMMENT_NOT_FOUND",
      "COOLDOWN_ACTIVE",
      "QUOTA_EXCEEDED",
    ],
    handler: ({ caller, params, body }) =>
      editComment(caller.wallet, params.commentId, body.message),
  }),
  DELETE: route({
    summary: "Delete a comment, as its author or an admin",
    tag: "Reef Comments",
    auth: "either",
    params: commentParams,
    response: messageResponse,
    errors: ["NOT_AUTHOR", "COMMENT_NOT_FOUND"],
    handler: ({ caller, params }) => deleteComment(caller.wallet, params.commentId),
  }),
})
