import { resource, route } from "@/lib/api/route"
import { reportBody, reportResponse } from "@/lib/reef/moderation/schema"
import { reportPost } from "@/lib/reef/moderation/service"
import { postParams } from "@/lib/reef/posts/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Report a post",
    tag: "Reef Moderation",
    auth: "either",
    params: postParams,
    body: reportBody,
    response: reportResponse,
    errors: [
      "OWN_CONTENT",
      "TIER_TOO_LOW",
      "REEF_BANNED",
      "POST_NOT_FOUND",
      "ALREADY_REPORTED",
      "QUOTA_EXCEEDED",
    ],
    handler: ({ caller, params, body }) => reportPost(caller.wallet, params.postId, body.reason),
  }),
})
