import { sql } from "kysely"
import type { PoolClient } from "pg"
import { actAs, type Caller } from "@/lib/auth/caller"
import { db, dbOn, transaction } from "@/lib/db/client"
import { hexText } from "@/lib/db/codecs"
import { ApiError, notFound } from "@/lib/http/errors"
import { codePoints } from "@/lib/http/wire"
import { logChange } from "@/lib/stream-log/change"
import type { TradeType } from "@/lib/tokens/trades/constants"
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

/** Writes a comment as a wallet whose identity was proven, if one of its trades qualifies. */
export async function writeComment(author: string, projectId: number, content: string) {
  const { token, dev, ...row } = await transaction(async (client) => {
    const project = await lockProject(client, projectId)
    const inserted = await insertComment(client, {
      ...{ projectId, author, content },
      tradedToken: project.dev === author ? null : project.token,
    })
    if (!inserted) throw notEligible()
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
async function lockProject(client: PoolClient, projectId: number) {
  const project = await dbOn(client)
    .selectFrom("project as p")
    .innerJoin("token as t", "t.project_id", "p.id")
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
 * Inserts the comment with the trade of its number; undefined when there is no such trade. A trade that was indexed
 * late or has left the chain moves those after it: earlier comments follow, so that no trade is named twice. The time
 * is the clock's, as the transaction may have begun before an earlier comment was written.
 */
function insertComment(
  client: PoolClient,
  { projectId, author, content, tradedToken }: NewCommentRow,
) {
  return dbOn(client)
    .with("place", (queries) =>
      queries
        .selectFrom("comment")
        .select(({ fn }) => sql<number>`coalesce(${fn.max("ordinal")}, 0) + 1`.as("ordinal"))
        .where("project_id", "=", projectId)
        .where("author", "=", author),
    )
    .with("earning", (queries) => {
      const none = queries
        .selectFrom("place")
        .select([
          sql<string>`place.ordinal`.as("ordinal"),
          sql<TradeType | null>`null::text`.as("type"),
          sql<string | null>`null::text`.as("hash"),
        ])
      if (tradedToken === null) return none
      const trades = selectQualifyingTrades(tradedToken, author)
        .orderBy("id")
        .limit(sql<number>`(select ordinal from place)`)
      return queries
        .selectFrom(trades.as("trade"))
        .innerJoin("tx", "tx.id", "trade.tx_id")
        .select(({ ref }) => [
          sql<string>`row_number() over (order by ${ref("trade.id")})`.as("ordinal"),
          sql<TradeType | null>`${ref("trade.type")}`.as("type"),
          sql<string | null>`${hexText(ref("tx.hash"))}`.as("hash"),
        ])
    })
    .with("inserted", (queries) =>
      queries
        .insertInto("comment")
        .columns([
          "project_id",
          "author",
          "ordinal",
          "content",
          "trade_type",
          "tx_hash",
          "created_at",
        ])
        .expression(
          queries
            .selectFrom("place")
            .innerJoin("earning", (join) => join.on(sql<boolean>`earning.ordinal = place.ordinal`))
            .select([
              sql<number>`${projectId}::int`.as("project_id"),
              sql<string>`${author}::text`.as("author"),
              "place.ordinal",
              sql<string>`${content}::text`.as("content"),
              "earning.type as trade_type",
              "earning.hash as tx_hash",
              sql<Date>`clock_timestamp()`.as("created_at"),
            ]),
        )
        .returning([
          "id",
          "trade_type as tradeType",
          "tx_hash as txHash",
          "created_at as createdAt",
        ]),
    )
    .with("realigned", (queries) =>
      queries
        .updateTable("comment")
        .from("earning")
        .set(({ ref }) => ({ trade_type: ref("earning.type"), tx_hash: ref("earning.hash") }))
        .where("comment.project_id", "=", projectId)
        .where("comment.author", "=", author)
        .where(sql<boolean>`comment.ordinal = earning.ordinal`)
        .where(sql<boolean>`(comment.trade_type, comment.tx_hash) <> (earning.type, earning.hash)`),
    )
    .with("counted", (queries) =>
      queries
        .updateTable("project")
        .set(({ eb }) => ({ comment_count: eb("comment_count", "+", 1) }))
        .where("id", "=", projectId)
        .where(({ exists, selectFrom }) => exists(selectFrom("inserted").select("inserted.id"))),
    )
    .selectFrom("inserted")
    .selectAll()
    .executeTakeFirst()
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
  const comment = await db
    .selectFrom("comment")
    .select("author")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where("suppressed_at", "is", null)
    .executeTakeFirst()
  return comment?.author ?? null
}

/** The operator removes a comment from all lists, and its author can no longer delete it; false when it is in none. */
export const suppressComment = (id: number) => updateListing(id, "suppress")

/** Reverts `suppressComment`; false for a comment that is not suppressed. */
export const restoreComment = (id: number) => updateListing(id, "restore")

/** The second of two concurrent calls waits for the first and changes nothing. */
async function updateListing(id: number, action: "delete" | "suppress" | "restore") {
  const isRestoring = action === "restore"
  const project = await db
    .with("changed", (queries) =>
      queries
        .updateTable("comment")
        .set(
          action === "delete"
            ? { deleted_at: sql<Date>`now()` }
            : { suppressed_at: isRestoring ? null : sql<Date>`now()` },
        )
        .where("id", "=", id)
        .$if(isRestoring, (query) => query.where("suppressed_at", "is not", null))
        .$if(!isRestoring, (query) =>
          query.where("deleted_at", "is", null).where("suppressed_at", "is", null),
        )
        .returning("project_id"),
    )
    .updateTable("project")
    .from("changed")
    .set(({ eb }) => ({ comment_count: eb("comment_count", "+", isRestoring ? 1 : -1) }))
    .whereRef("project.id", "=", "changed.project_id")
    .returning("project.address")
    .executeTakeFirst()
  if (!project) return false
  await logChange(db, { topics: [project.address] })
  return true
}
