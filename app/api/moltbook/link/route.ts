import { resource, route } from "@/lib/api/route"
import { createChallenge } from "@/lib/social/moltbook/account"
import { moltbookChallenge, moltbookLinkBody } from "@/lib/social/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Ask for a code to post at Moltbook, which proves the account",
    tag: "Third-party linking",
    auth: "either",
    alsoLimit: "moltbook",
    body: moltbookLinkBody,
    response: moltbookChallenge,
    errors: ["WALLET_ALREADY_LINKED", "ACCOUNT_ALREADY_LINKED", "NOT_CONFIGURED"],
    handler: ({ caller, body }) => createChallenge(caller.wallet, body.moltbookName),
  }),
})
