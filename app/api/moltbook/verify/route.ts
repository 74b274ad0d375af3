import { resource, route } from "@/lib/api/route"
import { verifyChallenge } from "@/lib/social/moltbook/account"
import { parsePostId } from "@/lib/social/moltbook/api"
import { moltbookVerified, moltbookVerifyBody } from "@/lib/social/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Link the Moltbook account that posted the code",
    tag: "Third-party linking",
    auth: "either",
    alsoLimit: "moltbook",
    body: moltbookVerifyBody,
    response: moltbookVerified,
    errors: [
      "NO_ACTIVE_CHALLENGE",
      "MOLTBOOK_POST_NOT_FOUND",
      "WALLET_ALREADY_LINKED",
      "ACCOUNT_ALREADY_LINKED",
      "MOLTBOOK_AUTHOR_MISMATCH",
      "CODE_NOT_FOUND",
      "UPSTREAM_UNAVAILABLE",
      "NOT_CONFIGURED",
    ],
    handler: ({ caller, body }) =>
      verifyChallenge(caller.wallet, body.moltbookName, parsePostId(body.postId)),
  }),
})
