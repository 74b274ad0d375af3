import { actAs, type Caller } from "@/lib/auth/caller"
import { db, dbOn, prisma, readClock, type Transaction } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { ApiError, notFound } from "@/lib/http/errors"
import { codePoints } from "@/lib/http/wire"
import { logChange } from "@/lib/stream-log/change"
import { MAX_COMMENT_LENGTH } from "./constants"
import { selectQualifyingTrades } from "./qualifying-trades"
import { countWritten } from "./queries"
import type { CommentReference, NewComment } from "./schema"

/** POST /api/comments. */
export async function createComment(caller: Caller, { projectId, content, ...named }: NewComment) {
  if (codePoints(content) > MAX_COMMENT_LENGTH) throw tooLong()
  const { wallet } = actAs(caller, named.authorAddress)
  return writeComment(wallet, projectId, content)
}

const tooLong = () => {
  const message = `must have at most ${MAX_COMMENT_LENGTH} characters`
  return new ApiError("CONTENT_TOO_LONG", `content: ${message}`, {
    details: [{ path: "content", message }],
  })
}

/** Writes a comment for a wallet with proven identity, if one of its trades qualifies. */
export async function writeComment(author: string, projectId: number, content: string) {
  const { token, dev, ...row } = await prisma.$transaction(async (tx) => {
    const project = await lockProject(tx, projectId)
    const inserted = await insertComment(tx, {
      ...{ projectId, author, content },
      tradedToken: project.dev === author ? null : project.token,
    })
    return { ...project, ...inserted }
  })
  await logChange(db, { topics: [token] })
  return { ...row, projectId, author, content, deletedAt: null, project: { dev } }
}

const notEligible = () =>
  new ApiError(
    "COMMENT_NOT_ELIGIBLE",
    "Each comment needs a trade of its own here, of 5 USD or more",
  )

/**
 * Comments of a project are inserted one at a time: the next statement sees all earlier ones, so that no two have
 * the same number, and no more are written than trades qualify.
 */
async function lockProject(tx: Transaction, projectId: number) {
  const project = await dbOn(tx)
    .selectFrom("token as t")
    .innerJoin("project as p", "p.id", "t.project_id")
    .select(["t.address as token", "t.dev"])
    .where("p.id", "=", projectId)
    .forNoKeyUpdate("p")
    .executeTakeFirst()
  if (!project) throw notFound("PROJECT_NOT_FOUND")
  return project
}

type NewCommentRow = {
  projectId: number
  author: string
  content: string
  /** The author's n-th comment needs the n-th trade with this token; null for the dev, who needs none. */
  tradedToken: string | null
}

/**
 * Inserts the comment with the trade of its number. The time is the clock's, as the transaction may have begun before
 * an earlier comment was written.
 */
async function insertComment(
  tx: Transaction,
  { projectId, author, content, tradedToken }: NewCommentRow,
) {
  const ordinal = (await countWritten(tx, projectId, author)) + 1
  const trades = tradedToken === null ? [] : await findTrades(tx, tradedToken, author, ordinal)
  const earning = trades[ordinal - 1]
  if (tradedToken !== null && !earning) throw notEligible()
  await realignComments(tx, { projectId, author }, trades)
  const { tradeType, txHash } = earning ?? { tradeType: null, txHash: null }
  const { id, createdAt } = await tx.comment.create({
    data: {
      ...{ projectId, author, ordinal, content, tradeType, txHash },
      createdAt: await readClock(tx),
    },
    select: { id: true, createdAt: true },
  })
  await tx.project.update({
    where: { id: projectId },
    data: { commentCount: { increment: 1 } },
    select: { id: true },
  })
  return { id, tradeType, txHash, createdAt }
}

/** The author's first trades that qualify, in the order of the chain. */
const findTrades = (tx: Transaction, token: string, author: string, limit: number) =>
  dbOn(tx)
    .selectFrom(selectQualifyingTrades(token, author).orderBy("id").limit(limit).as("trade"))
    .innerJoin("tx", "tx.id", "trade.tx_id")
    .select(({ ref }) => ["trade.type as tradeType", hexText(ref("tx.hash")).as("txHash")])
    .orderBy("trade.id")
    .execute()

type Trade = Awaited<ReturnType<typeof findTrades>>[number]

/**
 * A trade that was indexed late or has left the chain moves those after it: earlier comments follow, so that no trade is
 * named twice.
 */
async function realignComments(
  tx: Transaction,
  written: { projectId: number; author: string },
  trades: readonly Trade[],
) {
  const comments = await tx.comment.findMany({
    where: { ...written, tradeType: { not: null } },
    select: { id: true, ordinal: true, tradeType: true, txHash: true },
  })
  for (const { id, ordinal, tradeType, txHash } of comments) {
    const trade = trades[ordinal - 1]
    if (!trade || (trade.tradeType === tradeType && trade.txHash === txHash)) continue
    await tx.comment.update({ where: { id }, data: trade, select: { id: true } })
  }
}

/** DELETE /api/comments. The comment's trade stays used. */
export async function deleteComment(caller: Caller, { id, authorAddress }: CommentReference) {
  const { wallet } = actAs(caller, authorAddress)
  const author = await findAuthor(id)
  if (author === null) throw notFound("COMMENT_NOT_FOUND")
  if (author !== wallet) throw new ApiError("NOT_AUTHOR", "Only its author may delete a comment")
  const isDeleted = await updateListing(id, "delete")
  if (!isDeleted) throw notFound("COMMENT_NOT_FOUND")
  return { ok: true as const }
}

async function findAuthor(id: number): Promise<string | null> {
  const comment = await prisma.comment.findUnique({
    where: { id, ...listed },
    select: { author: true },
  })
  return comment?.author ?? null
}

/** Comments that neither the author has deleted nor the operator suppressed. */
const listed = { deletedAt: null, suppressedAt: null }

/** The operator removes a comment from all lists, and its author can no longer delete it; false when it is in none. */
export const suppressComment = (id: number) => updateListing(id, "suppress")

/** Reverts `suppressComment`; false for a comment that is not suppressed. */
export const restoreComment = (id: number) => updateListing(id, "restore")

/** The second of two concurrent calls waits for the first and changes nothing. */
async function updateListing(id: number, action: "delete" | "suppress" | "restore") {
  const isRestoring = action === "restore"
  const address = await prisma.$transaction(async (tx) => {
    const now = await readClock(tx)
    const [changed] = await tx.comment.updateManyAndReturn({
      where: { id, ...(isRestoring ? { suppressedAt: { not: null } } : listed) },
      data: action === "delete" ? { deletedAt: now } : { suppressedAt: isRestoring ? null : now },
      select: { projectId: true },
    })
    if (!changed) return null
    const project = await tx.project.update({
      where: { id: changed.projectId },
      data: { commentCount: { increment: isRestoring ? 1 : -1 } },
      select: { address: true },
    })
    return project.address
  })
  if (address === null) return false
  await logChange(db, { topics: [address] })
  return true
}

/** Empties the comments of an author. Each still uses its trade, so the rows stay. */
export async function removeComments(tx: Transaction, author: string): Promise<number> {
  const deletedAt = await readClock(tx)
  const listed = await tx.comment.updateManyAndReturn({
    where: { author, deletedAt: null, suppressedAt: null },
    data: { deletedAt },
    select: { projectId: true },
  })
  const counts = new Map<number, number>()
  for (const { projectId } of listed) counts.set(projectId, (counts.get(projectId) ?? 0) + 1)
  const topics: string[] = []
  // In the order of their numbers, so that no two removals wait for each other.
  for (const [id, count] of [...counts].sort(([one], [other]) => one - other)) {
    const { address } = await tx.project.update({
      where: { id },
      data: { commentCount: { decrement: count } },
      select: { address: true },
    })
    topics.push(address)
  }
  await tx.comment.updateMany({ where: { author, deletedAt: null }, data: { deletedAt } })
  const { count } = await tx.comment.updateMany({ where: { author }, data: { content: "" } })
  if (topics.length > 0) await logChange(dbOn(tx), { topics })
  return count
}
