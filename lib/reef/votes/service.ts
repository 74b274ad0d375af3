import { prisma, type Transaction } from "@/lib/db/client"
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
  return prisma.$transaction(async (tx) => {
    const member = await lockMember(tx, wallet)
    const post = await lockVisiblePost(tx, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    assertMayVote(member, post.wallet, "post")
    const vote = { wallet, postId: post.id }
    const response = await toggleVote(tx, member, {
      remove: () => tx.reefPostVote.deleteMany({ where: vote }),
      add: (createdAt) => tx.reefPostVote.create({ data: { ...vote, createdAt } }),
      changeScore: (increment) =>
        tx.reefPost.update({
          where: { id: post.id },
          data: { score: { increment } },
          select: { score: true },
        }),
    })
    await notifyPostChanged(tx, post.id)
    return response
  })
}

/** POST /api/reef/vote/comment/{commentId}. */
export async function voteComment(wallet: string, commentId: string) {
  return prisma.$transaction(async (tx) => {
    const member = await lockMember(tx, wallet)
    const comment = await lockComment(tx, commentId, { inHidden: false })
    if (!comment) throw notFound("COMMENT_NOT_FOUND")
    assertMayVote(member, comment.wallet, "comment")
    const vote = { wallet, commentId: comment.id }
    const response = await toggleVote(tx, member, {
      remove: () => tx.reefCommentVote.deleteMany({ where: vote }),
      add: (createdAt) => tx.reefCommentVote.create({ data: { ...vote, createdAt } }),
      changeScore: (increment) =>
        tx.reefComment.update({
          where: { id: comment.id },
          data: { score: { increment } },
          select: { score: true },
        }),
    })
    await notifyPostChanged(tx, comment.postId)
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
  remove: () => Promise<{ count: number }>
  add: (createdAt: Date) => Promise<unknown>
  changeScore: (increment: 1 | -1) => Promise<{ score: number }>
}

/** The rows of the voter and of the post or comment are locked. A vote that is taken back stays counted. */
async function toggleVote(
  tx: Transaction,
  member: Member,
  { remove, add, changeScore }: VoteQueries,
) {
  const { count } = await remove()
  const isRemoved = count > 0
  if (!isRemoved) {
    if (member.votesSet >= VOTES_PER_DAY) {
      throw quotaExceeded(member, `A wallet sets at most ${VOTES_PER_DAY} votes a day`)
    }
    await countAction(tx, member, "vote")
    await add(member.now)
  }
  const { score } = await changeScore(isRemoved ? -1 : 1)
  return { success: true as const, newScore: score, voted: !isRemoved }
}
