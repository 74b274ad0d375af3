import type { DeleteResult } from "kysely"
import type { ClientBase } from "pg"
import { dbOn, transaction } from "@/lib/db/client"
import { ApiError, notFound } from "@/lib/http/errors"
import { VOTES_PER_DAY } from "@/lib/reef/constants"
import { lockComment, lockVisiblePost } from "@/lib/reef/locks"
import {
  assertNotRestricted,
  countAction,
  lockMember,
  type Member,
  quotaExceeded,
} from "@/lib/reef/members"
import { notifyPostChanged } from "@/lib/reef/notify"

/** POST /api/reef/vote/{postId}: sets the wallet's vote, or takes it back. */
export async function votePost(wallet: string, postId: string) {
  return transaction(async (client) => {
    const queries = dbOn(client)
    const member = await lockMember(client, wallet)
    const post = await lockVisiblePost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    assertMayVote(member, post.wallet, "post")
    const vote = { wallet, post_id: post.id }
    const response = await toggleVote(client, member, {
      remove: queries.deleteFrom("reef_post_vote").where(({ and }) => and(vote)),
      add: queries.insertInto("reef_post_vote").values({ ...vote, created_at: member.now }),
      changeScore: (change) =>
        queries
          .updateTable("reef_post")
          .set(({ eb }) => ({ score: eb("score", "+", change) }))
          .where("id", "=", post.id)
          .returning("score as newScore"),
    })
    await notifyPostChanged(client, post.id)
    return response
  })
}

/** POST /api/reef/vote/comment/{commentId}. */
export async function voteComment(wallet: string, commentId: string) {
  return transaction(async (client) => {
    const queries = dbOn(client)
    const member = await lockMember(client, wallet)
    const comment = await lockComment(client, commentId, { inHidden: false })
    if (!comment) throw notFound("COMMENT_NOT_FOUND")
    assertMayVote(member, comment.wallet, "comment")
    const vote = { wallet, comment_id: comment.id }
    const response = await toggleVote(client, member, {
      remove: queries.deleteFrom("reef_comment_vote").where(({ and }) => and(vote)),
      add: queries.insertInto("reef_comment_vote").values({ ...vote, created_at: member.now }),
      changeScore: (change) =>
        queries
          .updateTable("reef_comment")
          .set(({ eb }) => ({ score: eb("score", "+", change) }))
          .where("id", "=", comment.id)
          .returning("score as newScore"),
    })
    await notifyPostChanged(client, comment.postId)
    return response
  })
}

function assertMayVote(member: Member, author: string, kind: "post" | "comment") {
  assertNotRestricted(member)
  if (author === member.wallet) {
    throw new ApiError("OWN_CONTENT", `A vote on a ${kind} of one's own does not count`)
  }
}

type VoteQueries = {
  remove: { executeTakeFirst: () => Promise<DeleteResult> }
  add: { execute: () => Promise<unknown> }
  changeScore: (change: 1 | -1) => {
    executeTakeFirstOrThrow: () => Promise<{ newScore: number }>
  }
}

/** The rows of the voter and of the post or comment are locked. A vote that is taken back stays counted. */
async function toggleVote(
  client: ClientBase,
  member: Member,
  { remove, add, changeScore }: VoteQueries,
) {
  const { numDeletedRows } = await remove.executeTakeFirst()
  const isRemoved = numDeletedRows > 0n
  if (!isRemoved) {
    if (member.votesSet >= VOTES_PER_DAY) {
      throw quotaExceeded(member, `A wallet sets at most ${VOTES_PER_DAY} votes a day`)
    }
    await countAction(client, member, "vote")
    await add.execute()
  }
  const { newScore } = await changeScore(isRemoved ? -1 : 1).executeTakeFirstOrThrow()
  return { success: true as const, newScore, voted: !isRemoved }
}
