import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { transaction } from "@/lib/db/client"
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
    const answer = await toggleVote(client, member, { ...POST, row: post.id, author: post.wallet })
    await notifyPostChanged(client, post.id)
    return answer
  })
}

/** POST /api/reef/vote/comment/{commentId}. */
export async function voteComment(wallet: string, commentId: string) {
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const comment = await lockComment(client, commentId, { inHidden: false })
    if (!comment) throw notFound("COMMENT_NOT_FOUND")
    const target = { ...COMMENT, row: comment.id, author: comment.wallet }
    const answer = await toggleVote(client, member, target)
    await notifyPostChanged(client, comment.postId)
    return answer
  })
}

const POST = { what: "post", vote: "reef_post_vote", key: "post_id", target: "reef_post" } as const
const COMMENT = {
  what: "comment",
  vote: "reef_comment_vote",
  key: "comment_id",
  target: "reef_comment",
} as const

type VoteTarget = (typeof POST | typeof COMMENT) & { row: string; author: string }

/** With the voter's and the target's rows locked. */
async function toggleVote(client: ClientBase, member: Member, target: VoteTarget) {
  assertNotRestricted(member)
  if (target.author === member.wallet) {
    throw new ApiError("OWN_CONTENT", `A vote on a ${target.what} of one's own does not count`)
  }
  const { vote, key, row } = target
  const { rowCount } = await client.query(`delete from ${vote} where wallet = $1 and ${key} = $2`, [
    member.wallet,
    row,
  ])
  if (rowCount) return toVoteResponse(await changeScore(client, target, -1), false)
  if (member.votesSet >= VOTES_PER_DAY) {
    throw quotaExceeded(member, `A wallet sets at most ${VOTES_PER_DAY} votes a day`)
  }
  await client.query(`insert into ${vote} (wallet, ${key}, created_at) values ($1, $2, $3)`, [
    member.wallet,
    row,
    member.now,
  ])
  await countAction(client, member, "vote")
  return toVoteResponse(await changeScore(client, target, 1), true)
}

const toVoteResponse = (newScore: number, voted: boolean) => ({
  success: true as const,
  newScore,
  voted,
})

async function changeScore(client: ClientBase, { target, row }: VoteTarget, by: 1 | -1) {
  const { rows } = await client.query<{ score: number }>(
    `update ${target} set score = score + $2 where id = $1 returning score`,
    [row, by],
  )
  const [changed] = rows
  if (!changed) throw new Error("A row vanished under its lock")
  return changed.score
}
