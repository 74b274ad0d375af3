import { resource, route } from "@/lib/api/route"
import { findMoltbookPosts } from "@/lib/social/moltbook/posts"
import { moltbookPosts } from "@/lib/social/schema"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "The acting wallet's last 50 accepted Moltbook posts, newest first",
    tag: "Third-party linking",
    auth: "either",
    alsoLimit: "moltbook",
    response: moltbookPosts,
    handler: async ({ caller }) => ({ posts: await findMoltbookPosts(caller.wallet) }),
  }),
})
