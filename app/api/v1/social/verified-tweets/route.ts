import { resource, route } from "@/lib/api/route"
import { submittedTweets } from "@/lib/social/schema"
import { findXPosts } from "@/lib/social/x/posts"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: route({
    summary: "The acting wallet's last 50 posts on X, refused ones included; newest first",
    tag: "Social",
    auth: "either",
    response: submittedTweets,
    handler: async ({ caller }) => ({ tweets: await findXPosts(caller.wallet) }),
  }),
})
