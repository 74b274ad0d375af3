import { sql } from "kysely"
import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { dbOn, transaction } from "@/lib/db/client"
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
    const member = await lockMember(client, wallet)
    const post = await lockVisiblePost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    assertMayVote(member, post.wallet, "post")
    const response = await togglePostVote(client, member, post.id)
    await notifyPostChanged(client, post.id)
    return response
  })
}

/** POST /api/reef/vote/comment/{commentId}. */
export async function voteComment(wallet: string, commentId: string) {
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const comment = await lockComment(client, commentId, { inHidden: false })
    if (!comment) throw notFound("COMMENT_NOT_FOUND")
    assertMayVote(member, comment.wallet, "comment")
    const response = await toggleCommentVote(client, member, comment.id)
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

/** The rows of the voter and of the post are locked. */
async function togglePostVote(client: ClientBase, member: Member, postRowId: string) {
  const queries = dbOn(client)
  const vote = { wallet: member.wallet, post_id: postRowId }
  const removed = await queries
    .deleteFrom("reef_post_vote")
    .where((eb) => eb.and(vote))
    .executeTakeFirst()
  const isRemoved = removed.numDeletedRows > 0n
  if (!isRemoved) {
    await countVote(client, member)
    await queries
      .insertInto("reef_post_vote")
      .values({ ...vote, created_at: member.now })
      .execute()
  }
  const { newScore } = await queries
    .updateTable("reef_post")
    .set({ score: changeBy(isRemoved ? -1 : 1) })
    .where("id", "=", postRowId)
    .returning("score as newScore")
    .executeTakeFirstOrThrow()
  return { success: true as const, newScore, voted: !isRemoved }
}

/** The rows of the voter and of the comment are locked. */
async function toggleCommentVote(client: ClientBase, member: Member, commentRowId: string) {
  const queries = dbOn(client)
  const vote = { wallet: member.wallet, comment_id: commentRowId }
  const removed = await queries
    .deleteFrom("reef_comment_vote")
    .where((eb) => eb.and(vote))
    .executeTakeFirst()
  const isRemoved = removed.numDeletedRows > 0n
  if (!isRemoved) {
    await countVote(client, member)
    await queries
      .insertInto("reef_comment_vote")
      .values({ ...vote, created_at: member.now })
      .execute()
  }
  const { newScore } = await queries
    .updateTable("reef_comment")
    .set({ score: changeBy(isRemoved ? -1 : 1) })
    .where("id", "=", commentRowId)
    .returning("score as newScore")
    .executeTakeFirstOrThrow()
  return { success: true as const, newScore, voted: !isRemoved }
}

const changeBy = (change: 1 | -1) => sql<number>`score + ${change}`

/** A vote that is taken back stays counted. */
async function countVote(client: ClientBase, member: Member) {
  if (member.votesSet >= VOTES_PER_DAY) {
    throw quotaExceeded(member, `A wallet sets at most ${VOTES_PER_DAY} votes a day`)
  }
  await countAction(client, member, "vote")
}
