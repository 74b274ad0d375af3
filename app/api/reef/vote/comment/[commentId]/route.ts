import { resource, route } from "@/lib/api/route"
import { commentParams } from "@/lib/reef/comments/schema"
import { vote } from "@/lib/reef/votes/schema"
import { voteComment } from "@/lib/reef/votes/service"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: route({
    summary: "Vote for a comment, or take the vote back",
    tag: "Reef Voting",
    auth: "either",
    params: commentParams,
    response: vote,
    errors: ["OWN_CONTENT", "REEF_BANNED", "REEF_MUTED", "COMMENT_NOT_FOUND", "QUOTA_EXCEEDED"],
    handler: ({ caller, params }) => voteComment(caller.wallet, params.commentId),
  }),
})
