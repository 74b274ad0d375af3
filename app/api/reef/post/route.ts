import { resource, route } from "@/lib/api/route"
import { createdPost, postBody } from "@/lib/reef/posts/schema"
import { createPost } from "@/lib/reef/posts/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Post in the Reef",
    tag: "Reef Posts",
    auth: "either",
    body: postBody,
    response: createdPost,
    status: 201,
    errors: [
      "REEF_BANNED",
      "REEF_MUTED",
      "SECTION_CLOSED",
      "SECTION_FORBIDDEN",
      "DUPLICATE_CONTENT",
      "COOLDOWN_ACTIVE",
    ],
    handler: ({ caller, body }) => createPost(caller.wallet, body),
  }),
})
