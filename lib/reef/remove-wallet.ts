import { dbOn, readClock, type Transaction } from "@/lib/db/client"
import { encodeId } from "@/lib/http/opaque-ids"
import { logChange } from "@/lib/stream-log/change"
import { reefTopic } from "@/lib/stream-log/page-topics"
import { lockTouched } from "./locks"
import { lockMember } from "./members"

/** Open pages of more posts than this learn of the change only by the feed's topic. */
const MAX_TOPICS = 50

/**
 * Removes the wallet's content in the Reef: texts, votes, open reports. Empty rows stay, so that threads keep their
 * order; hashes, cooldowns, quotas and restrictions also stay, because a deletion must not undo them.
 */
export async function removeReefContent(tx: Transaction, wallet: string) {
  // One request of a wallet runs at a time, as everywhere in the Reef: first the member, then posts, then comments.
  await lockMember(tx, wallet)
  const touched = await lockTouched(tx, wallet)
  const now = await readClock(tx)
  const votes = await removeVotes(tx, wallet)
  const reports = await removeReports(tx, wallet)
  const comments = await emptyComments(tx, wallet, now)
  const posts = await emptyPosts(tx, wallet, now)
  if (touched.length > 0) {
    const topics = touched.slice(0, MAX_TOPICS).map((id) => reefTopic(encodeId(id)))
    await logChange(dbOn(tx), { topics: [reefTopic(), ...topics] })
  }
  return { posts, comments, votes, reports }
}

/** A wallet has at most one vote for each. */
async function removeVotes(tx: Transaction, wallet: string) {
  const voted = { where: { votes: { some: { wallet } } }, data: { score: { decrement: 1 } } }
  await tx.reefPost.updateMany(voted)
  await tx.reefComment.updateMany(voted)
  const ofPosts = await tx.reefPostVote.deleteMany({ where: { wallet } })
  const ofComments = await tx.reefCommentVote.deleteMany({ where: { wallet } })
  return ofPosts.count + ofComments.count
}

/** A closed report keeps its author from reporting the post again; only its text goes. */
async function removeReports(tx: Transaction, wallet: string) {
  await tx.reefPost.updateMany({
    where: { reports: { some: { wallet, closedAt: null } }, reportCount: { gt: 0 } },
    data: { reportCount: { decrement: 1 } },
  })
  const open = await tx.reefReport.deleteMany({ where: { wallet, closedAt: null } })
  const closed = await tx.reefReport.updateMany({ where: { wallet }, data: { reason: null } })
  return open.count + closed.count
}

async function emptyComments(tx: Transaction, wallet: string, deletedAt: Date) {
  const visible = { wallet, deletedAt: null }
  const counts = await tx.reefComment.groupBy({ by: "postId", where: visible, _count: true })
  for (const { postId, _count } of counts) {
    await tx.reefPost.updateMany({
      where: { id: postId },
      data: { commentCount: { decrement: _count } },
    })
  }
  await tx.reefComment.updateMany({ where: visible, data: { deletedAt } })
  const { count } = await tx.reefComment.updateMany({ where: { wallet }, data: { message: "" } })
  return count
}

async function emptyPosts(tx: Transaction, wallet: string, deletedAt: Date) {
  const emptied = { title: "", body: null }
  await tx.reefPostVersion.updateMany({ where: { post: { wallet } }, data: emptied })
  await tx.reefPost.updateMany({ where: { wallet, deletedAt: null }, data: { deletedAt } })
  const { count } = await tx.reefPost.updateMany({ where: { wallet }, data: emptied })
  return count
}
