import { resource, route } from "@/lib/api/route"
import { postParams } from "@/lib/reef/posts/schema"
import { vote } from "@/lib/reef/votes/schema"
import { votePost } from "@/lib/reef/votes/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Vote for a post, or take the vote back",
    tag: "Reef Voting",
    auth: "either",
    params: postParams,
    response: vote,
    errors: ["OWN_CONTENT", "REEF_BANNED", "REEF_MUTED", "POST_NOT_FOUND", "QUOTA_EXCEEDED"],
    handler: ({ caller, params }) => votePost(caller.wallet, params.postId),
  }),
})
