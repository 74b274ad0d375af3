import { resource, route } from "@/lib/api/route"
import { parsePostId } from "@/lib/social/moltbook/api"
import { submitMoltbookPost } from "@/lib/social/moltbook/posts"
import { moltbookPostBody, submittedMoltbookPost } from "@/lib/social/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary:
      "Submit a Moltbook post for points: by the linked account, in the forum or about Atoll",
    tag: "Third-party linking",
    auth: "either",
    alsoLimit: "moltbook_post",
    body: moltbookPostBody,
    response: submittedMoltbookPost,
    status: 201,
    errors: [
      "OFF_TOPIC",
      "MOLTBOOK_NOT_LINKED",
      "WALLET_BLOCKED",
      "ALREADY_SUBMITTED",
      "MOLTBOOK_AUTHOR_MISMATCH",
      "MOLTBOOK_POST_UNVERIFIABLE",
      "QUOTA_EXCEEDED",
      "UPSTREAM_UNAVAILABLE",
      "NOT_CONFIGURED",
    ],
    handler: async ({ caller, body }) => ({
      success: true as const,
      post: await submitMoltbookPost(caller.wallet, parsePostId(body.postId)),
    }),
  }),
})
