import { resource, route } from "@/lib/api/route"
import { findMoltbookStatus } from "@/lib/social/moltbook/posts"
import { moltbookStatus } from "@/lib/social/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "The acting wallet's Moltbook account, its posts, and an open challenge",
    tag: "Third-party linking",
    auth: "either",
    alsoLimit: "moltbook",
    response: moltbookStatus,
    handler: ({ caller }) => findMoltbookStatus(caller.wallet),
  }),
})
