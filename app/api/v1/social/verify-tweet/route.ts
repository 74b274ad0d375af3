import { resource, route } from "@/lib/api/route"
import { submittedTweet, toPostRef, tweetBody } from "@/lib/social/schema"
import { submitXPost } from "@/lib/social/x/posts"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Submit a post on X for points: public, by the linked account, and mentioning Atoll's",
    tag: "Social",
    auth: "either",
    body: tweetBody,
    response: submittedTweet,
    status: 201,
    errors: [
      "WALLET_BLOCKED",
      "SOCIAL_NOT_LINKED",
      "ALREADY_SUBMITTED",
      "QUOTA_EXCEEDED",
      "SOCIAL_POST_UNVERIFIABLE",
      "TAG_MISSING",
      "SOCIAL_AUTHOR_MISMATCH",
      "COPIED_CONTENT",
      "UPSTREAM_UNAVAILABLE",
      "NOT_CONFIGURED",
    ],
    handler: async ({ caller, body }) => ({
      success: true as const,
      activity: await submitXPost(caller.wallet, toPostRef(body.tweetUrl)),
    }),
  }),
})
