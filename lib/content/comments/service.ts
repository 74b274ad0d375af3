import type pg from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { codePoints } from "@/lib/api/wire"
import { actAs, type Caller } from "@/lib/auth/caller"
import { notifyTokenChanged } from "@/lib/content/notify"
import { pool, transaction } from "@/lib/db/client"
import { MAX_COMMENT_LENGTH } from "./constants"
import { selectQualifyingTrades } from "./qualifying-trades"
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

/** Writes a comment in the name of a wallet that was proven, if a trade of its has earned one. */
export async function writeComment(author: string, projectId: number, content: string) {
  const { token, dev, ...row } = await transaction(async (client) => {
    const project = await lockProject(client, projectId)
    const { text, values } = project.dev === author ? INSERT_BY_DEV : insertByTrader(project.token)
    const { rows } = await client.query<InsertedComment>(text, [
      projectId,
      author,
      content,
      ...values,
    ])
    const [written] = rows
    if (!written) throw notEligible()
    return { ...project, ...written }
  })
  await notifyTokenChanged(token)
  return { ...row, projectId, author, content, deletedAt: null, project: { dev } }
}

type InsertedComment = {
  id: number
  tradeType: "buy" | "sell" | "leverage_buy" | "leverage_sell" | null
  txHash: string | null
  createdAt: Date
}

const notEligible = () =>
  new ApiError(
    "COMMENT_NOT_ELIGIBLE",
    "Each comment needs a trade of its own here, of 5 USD or more",
  )

/**
 * One comment of a project is made at a time: the next statement sees all that were made before, so that
 * no two take the same number, and no more are made than were earned.
 */
async function lockProject(client: pg.PoolClient, projectId: number) {
  const { rows } = await client.query<{ token: string; dev: string }>(
    `select t.address as token, t.dev from project p join token t on t.project_id = p.id
    where p.id = $1 for no key update of p`,
    [projectId],
  )
  const [project] = rows
  if (!project) throw notFound("PROJECT_NOT_FOUND")
  return project
}

/** The clock and not the transaction's beginning, which may lie before that of an earlier comment. */
const insertComment = (trades: string) => `
  with place as (
    select coalesce(max(ordinal), 0) + 1 as ordinal from comment where project_id = $1 and author = $2
  ), earning as (${trades}), made as (
    insert into comment (project_id, author, ordinal, content, trade_type, tx_hash, created_at)
    select $1, $2, place.ordinal, $3, earning.type, earning.hash, clock_timestamp()
    from place join earning using (ordinal)
    returning id, trade_type as "tradeType", tx_hash as "txHash", created_at as "createdAt"
  ), realigned as (
    update comment c set trade_type = earning.type, tx_hash = earning.hash
    from earning where c.project_id = $1 and c.author = $2 and c.ordinal = earning.ordinal
      and (c.trade_type, c.tx_hash) <> (earning.type, earning.hash)
  ), counted as (
    update project set comment_count = comment_count + 1
    where id = $1 and exists (select 1 from made)
  )
  select * from made`

const INSERT_BY_DEV = {
  text: insertComment("select ordinal, null::text as type, null::text as hash from place"),
  values: [],
}

/**
 * The trades up to the comment's number; no row comes of it when its own is not there. One that was indexed late, or
 * left the chain, has moved those behind it: what earlier comments name moves along, so that no trade is named twice.
 */
const insertByTrader = (token: string) => ({
  text: insertComment(`
    select row_number() over (order by trade.id) as ordinal, trade.type,
      '0x' || encode(tx.hash, 'hex') as hash
    from (
      select * from ${selectQualifyingTrades("$4", "$2")} earned
      order by id limit (select ordinal from place)
    ) trade join tx on tx.id = trade.tx_id`),
  values: [token],
})

/** DELETE /api/comments. The trade stays used. */
export async function deleteComment(caller: Caller, { id, authorAddress }: CommentReference) {
  const { wallet } = actAs(caller, authorAddress)
  const author = await findAuthor(id)
  if (author === null) throw notFound("COMMENT_NOT_FOUND")
  if (author !== wallet) throw new ApiError("NOT_AUTHOR", "Only its author may delete a comment")
  if (!(await runListingUpdate(DELETE, id))) throw notFound("COMMENT_NOT_FOUND")
  return { ok: true as const }
}

const IS_LISTED = "deleted_at is null and suppressed_at is null"

async function findAuthor(id: number): Promise<string | null> {
  const { rows } = await pool().query<{ author: string }>(
    `select author from comment where id = $1 and ${IS_LISTED}`,
    [id],
  )
  return rows[0]?.author ?? null
}

/** The operator takes a comment out of all lists, and its author can no longer reach it; false when it is in none. */
export const suppressComment = (id: number) => runListingUpdate(SUPPRESS, id)

/** Takes that back; false for a comment that is not suppressed. */
export const restoreComment = (id: number) => runListingUpdate(RESTORE, id)

/** Of two who do the same at once, the second waits for the first and changes nothing. */
const updateListing = (change: string, where: string, by: 1 | -1) => `
  with changed as (
    update comment set ${change} where id = $1 and ${where} returning project_id
  )
  update project set comment_count = comment_count + ${by}
  from changed where project.id = changed.project_id returning address`

const DELETE = updateListing("deleted_at = now()", IS_LISTED, -1)
const SUPPRESS = updateListing("suppressed_at = now()", IS_LISTED, -1)
const RESTORE = updateListing("suppressed_at = null", "suppressed_at is not null", 1)

async function runListingUpdate(statement: string, id: number): Promise<boolean> {
  const { rows } = await pool().query<{ address: string }>(statement, [id])
  const [project] = rows
  if (!project) return false
  await notifyTokenChanged(project.address)
  return true
}
