import { resource, route } from "@/lib/api/route"
import { editedPost, messageResponse, postChange, postParams } from "@/lib/reef/posts/schema"
import { deletePost, editPost } from "@/lib/reef/posts/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: route({
    summary: "Edit a post of one's own",
    tag: "Reef Posts",
    auth: "either",
    params: postParams,
    body: postChange,
    response: editedPost,
    errors: [
      "NO_FIELDS",
      "NOT_AUTHOR",
      "REEF_BANNED",
      "REEF_MUTED",
      "POST_NOT_FOUND",
      "DUPLICATE_CONTENT",
      "COOLDOWN_ACTIVE",
      "QUOTA_EXCEEDED",
    ],
    handler: ({ caller, params, body }) => editPost(caller.wallet, params.postId, body),
  }),
  DELETE: route({
    summary: "Delete a post, as its author or an admin",
    tag: "Reef Posts",
    auth: "either",
    params: postParams,
    response: messageResponse,
    errors: ["NOT_AUTHOR", "POST_NOT_FOUND"],
    handler: ({ caller, params }) => deletePost(caller.wallet, params.postId),
  }),
})
