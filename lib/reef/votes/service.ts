import type { ClientBase } from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { transaction } from "@/lib/db/client"
import { announce } from "@/lib/reef/announce"
import { lockComment, lockVisiblePost } from "@/lib/reef/locks"
import { lockMember, type Member, quotaExceeded, refuseSilenced, spend } from "@/lib/reef/members"
import { VOTES_PER_DAY } from "@/lib/reef/words"

/** POST /api/reef/vote/{postId}: sets the wallet's vote, or takes it back. */
export async function votePost(wallet: string, postId: string) {
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const post = await lockVisiblePost(client, postId)
    if (!post) throw notFound("POST_NOT_FOUND")
    const answer = await toggle(client, member, { ...POST, row: post.id, author: post.wallet })
    await announce(client, post.id)
    return answer
  })
}

/** POST /api/reef/vote/comment/{commentId}. */
export async function voteComment(wallet: string, commentId: string) {
  return transaction(async (client) => {
    const member = await lockMember(client, wallet)
    const comment = await lockComment(client, commentId, { inHidden: false })
    if (!comment) throw notFound("COMMENT_NOT_FOUND")
    const voted = { ...COMMENT, row: comment.id, author: comment.wallet }
    const answer = await toggle(client, member, voted)
    await announce(client, comment.postId)
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

type Voted = (typeof POST | typeof COMMENT) & { row: string; author: string }

/** With the voter's and the target's rows locked. */
async function toggle(client: ClientBase, member: Member, voted: Voted) {
  refuseSilenced(member)
  if (voted.author === member.wallet) {
    throw new ApiError("OWN_CONTENT", `A vote on a ${voted.what} of one's own does not count`)
  }
  const { vote, key, row } = voted
  const { rowCount } = await client.query(`delete from ${vote} where wallet = $1 and ${key} = $2`, [
    member.wallet,
    row,
  ])
  if (rowCount) return answerOf(await changeScore(client, voted, -1), false)
  if (member.votesSet >= VOTES_PER_DAY) {
    throw quotaExceeded(member, `A wallet sets at most ${VOTES_PER_DAY} votes a day`)
  }
  await client.query(`insert into ${vote} (wallet, ${key}, created_at) values ($1, $2, $3)`, [
    member.wallet,
    row,
    member.now,
  ])
  await spend(client, member, "vote")
  return answerOf(await changeScore(client, voted, 1), true)
}

const answerOf = (newScore: number, voted: boolean) => ({ success: true as const, newScore, voted })

async function changeScore(client: ClientBase, { target, row }: Voted, by: 1 | -1) {
  const { rows } = await client.query<{ score: number }>(
    `update ${target} set score = score + $2 where id = $1 returning score`,
    [row, by],
  )
  const [changed] = rows
  if (!changed) throw new Error("A row vanished under its lock")
  return changed.score
}
