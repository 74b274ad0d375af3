import type pg from "pg"
import { ApiError, notFound } from "@/lib/api/errors"
import { codePoints } from "@/lib/api/wire"
import { asWallet, type Caller } from "@/lib/auth/caller"
import { announceChange } from "@/lib/content/announce"
import { pool, transaction } from "@/lib/db/client"
import { MAX_COMMENT } from "./rules"
import type { CommentChoice, NewComment } from "./schema"
import { earningTrades } from "./trades"

/** POST /api/comments. */
export async function createComment(caller: Caller, { projectId, content, ...named }: NewComment) {
  if (codePoints(content) > MAX_COMMENT) throw tooLong()
  const { wallet } = asWallet(caller, named.authorAddress)
  return writeComment(wallet, projectId, content)
}

const tooLong = () => {
  const message = `must have at most ${MAX_COMMENT} characters`
  return new ApiError("CONTENT_TOO_LONG", `content: ${message}`, {
    details: [{ path: "content", message }],
  })
}

/** Writes a comment in the name of a wallet that was proven, if a trade of its has earned one. */
export async function writeComment(author: string, projectId: number, content: string) {
  const { token, dev, ...row } = await transaction(async (client) => {
    const project = await lockProject(client, projectId)
    const { text, values } = project.dev === author ? BY_DEV : byTrader(project.token)
    const { rows } = await client.query<Written>(text, [projectId, author, content, ...values])
    const [written] = rows
    if (!written) throw notEligible()
    return { ...project, ...written }
  })
  await announceChange(token)
  return { ...row, projectId, author, content, deletedAt: null, project: { dev } }
}

type Written = {
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
const inserting = (trades: string) => `
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

const BY_DEV = {
  text: inserting("select ordinal, null::text as type, null::text as hash from place"),
  values: [],
}

/**
 * The trades up to the comment's number; no row comes of it when its own is not there. One that was indexed late, or
 * left the chain, has moved those behind it: what earlier comments name moves along, so that no trade is named twice.
 */
const byTrader = (token: string) => ({
  text: inserting(`
    select row_number() over (order by trade.id) as ordinal, trade.type,
      '0x' || encode(tx.hash, 'hex') as hash
    from (
      select * from ${earningTrades("$4", "$2")} earned
      order by id limit (select ordinal from place)
    ) trade join tx on tx.id = trade.tx_id`),
  values: [token],
})

/** DELETE /api/comments. The trade stays used. */
export async function deleteComment(caller: Caller, { id, authorAddress }: CommentChoice) {
  const { wallet } = asWallet(caller, authorAddress)
  const author = await findAuthor(id)
  if (author === null) throw notFound("COMMENT_NOT_FOUND")
  if (author !== wallet) throw new ApiError("NOT_AUTHOR", "Only its author may delete a comment")
  if (!(await changeListing(DELETE, id))) throw notFound("COMMENT_NOT_FOUND")
  return { ok: true as const }
}

const LISTED = "deleted_at is null and suppressed_at is null"

async function findAuthor(id: number): Promise<string | null> {
  const { rows } = await pool().query<{ author: string }>(
    `select author from comment where id = $1 and ${LISTED}`,
    [id],
  )
  return rows[0]?.author ?? null
}

/** The operator takes a comment out of all lists, and its author can no longer reach it; false when it is in none. */
export const suppressComment = (id: number) => changeListing(SUPPRESS, id)

/** Takes that back; false for a comment that is not suppressed. */
export const restoreComment = (id: number) => changeListing(RESTORE, id)

/** Of two who do the same at once, the second waits for the first and changes nothing. */
const changing = (change: string, where: string, by: 1 | -1) => `
  with changed as (
    update comment set ${change} where id = $1 and ${where} returning project_id
  )
  update project set comment_count = comment_count + ${by}
  from changed where project.id = changed.project_id returning address`

const DELETE = changing("deleted_at = now()", LISTED, -1)
const SUPPRESS = changing("suppressed_at = now()", LISTED, -1)
const RESTORE = changing("suppressed_at = null", "suppressed_at is not null", 1)

async function changeListing(statement: string, id: number): Promise<boolean> {
  const { rows } = await pool().query<{ address: string }>(statement, [id])
  const [project] = rows
  if (!project) return false
  await announceChange(project.address)
  return true
}
