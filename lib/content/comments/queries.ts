import { type Expression, type ExpressionBuilder, sql } from "kysely"
import { db, prisma, type Transaction } from "@/lib/db/client"
import { integerText, isoText } from "@/lib/db/codecs"
import { jsonArrayOf, offsetPage, present } from "@/lib/db/json-answer"
import type { Placeholders } from "@/lib/db/statement"
import type { CommentTable, Database } from "@/lib/generated/database"
import { notFound } from "@/lib/http/errors"
import { skipTake } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { findAuthors } from "@/lib/profiles/authors"
import { selectQualifyingTrades } from "./qualifying-trades"
import { type CommentListQuery, type CommentQuota, commentPage, tokenCommentPage } from "./schema"

/**
 * The newest comments on a project that neither the author has deleted nor the operator suppressed, with their token as
 * `t`. Of a range of projects the planner walks the index until it has enough; of one project it would sort all comments.
 */
const selectNewest = (project: Expression<number | null>) =>
  db
    .selectFrom("token as t")
    .innerJoin("comment as c", "c.project_id", "t.project_id")
    .where("c.deleted_at", "is", null)
    .where("c.suppressed_at", "is", null)
    .where(({ ref }) => sql<boolean>`${ref("c.project_id")} between ${project} and ${project}`)
    .orderBy("c.project_id")
    .orderBy("c.id", "desc")

/** Columns of a comment in an answer. */
const commentColumns = ({ ref }: ExpressionBuilder<Database & { c: CommentTable }, "c">) =>
  [
    "c.id",
    "c.project_id as projectId",
    "c.author",
    "c.content",
    "c.trade_type as tradeType",
    "c.tx_hash as txHash",
    isoText(ref("c.created_at")).as("createdAt"),
  ] as const

const byAddress = { address: "text?", projectId: "integer?" } as const

/** The token with an address, or with a project number. */
const selectToken = ({ address, projectId }: Placeholders<typeof byAddress>) =>
  db
    .selectFrom("token as named")
    .where((eb) =>
      address ? eb("named.address", "=", address) : eb("named.project_id", "=", projectId ?? null),
    )

const countVisible = (placeholders: Placeholders<typeof byAddress>) =>
  selectToken(placeholders)
    .innerJoin("project as p", "p.id", "named.project_id")
    .select("p.comment_count as total")

const projectComments = offsetPage({
  name: "comments of a project",
  response: commentPage,
  parameters: { projectId: "integer" },
  rows: ({ projectId, skip, take }) =>
    selectNewest(projectId)
      .select(commentColumns)
      .select(({ ref }) =>
        sql<{ dev: string }>`json_build_object('dev', ${ref("t.dev")})`.as("project"),
      )
      .limit(take)
      .offset(sql<number>`${skip}`),
  total: ({ projectId }) =>
    db.selectNoFrom(({ fn, lit }) =>
      fn.coalesce(countVisible({ projectId, address: undefined }), lit(0)).as("total"),
    ),
})

/** GET /api/comments. */
export async function findCommentsJson({ projectId, ...query }: CommentListQuery) {
  return present(await projectComments({ projectId, page: query.page, ...skipTake(query) }))
}

const tokenComments = offsetPage({
  name: "comments of a token",
  response: tokenCommentPage,
  parameters: byAddress,
  exists: (placeholders) => selectToken(placeholders).select("named.address"),
  rows: ({ skip, take, ...placeholders }) =>
    selectNewest(sql`(${selectToken(placeholders).select("named.project_id")})`)
      .select(commentColumns)
      .limit(take)
      .offset(sql<number>`${skip}`),
  total: countVisible,
})

/** GET /api/v1/tokens/{address}/comments. */
export async function findTokenCommentsJson(
  token: string | number,
  query: { page: number; limit: number },
): Promise<RawBody> {
  const key = typeof token === "number" ? { projectId: token } : { address: token }
  const answer = await tokenComments({ ...key, page: query.page, ...skipTake(query) })
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

/** The number of comments that a wallet may still write on a token. */
export async function getCommentQuota(token: string, wallet: string): Promise<CommentQuota> {
  const counts = await db
    .selectFrom("token as t")
    .select(({ ref }) => {
      const trades = selectQualifyingTrades(ref("t.address"), wallet)
      return [
        "t.dev",
        "t.project_id as projectId",
        sql<number>`(select count(*)::int from (${trades}) trade)`.as("earned"),
      ]
    })
    .where("t.address", "=", token)
    .executeTakeFirst()
  if (!counts) throw notFound("TOKEN_NOT_FOUND")
  const { dev, projectId, earned } = counts
  const used = await countWritten(prisma, projectId, wallet)
  const isDev = dev === wallet
  return { isDev, used, earned, left: isDev ? null : Math.max(earned - used, 0) }
}

/** The number of comments the author has written on a project, including deleted ones. */
export async function countWritten(tx: Transaction, projectId: number, author: string) {
  const { _max } = await tx.comment.aggregate({
    where: { projectId, author },
    _max: { ordinal: true },
  })
  return _max.ordinal ?? 0
}

type CommentViewQuery = { before?: number | undefined; limit: number }

/** A comment on a page, with its author's current holdings of the token. */
export type CommentView = Awaited<ReturnType<typeof findCommentViews>>["comments"][number]

/** The newest visible comments on a token, or those before the comment with the id `before`, with their authors. */
export async function findCommentViews(token: string, { before, limit }: CommentViewQuery) {
  const project = db.selectFrom("token").select("project_id").where("address", "=", token)
  const rows = await selectNewest(sql`(${project})`)
    .leftJoin("holder as h", (join) =>
      join
        .onRef("h.token", "=", "t.address")
        .onRef("h.wallet", "=", "c.author")
        .on("h.balance", ">", "0"),
    )
    .select([
      "c.id",
      "c.author",
      "c.content",
      "c.trade_type as tradeType",
      "c.tx_hash as txHash",
      "c.created_at as createdAt",
      "h.balance",
    ])
    .select(({ selectFrom }) =>
      jsonArrayOf(
        selectFrom("share_holder as s")
          .select((eb) => ["s.outcome", integerText(eb.ref("s.shares")).as("shares")])
          .whereRef("s.token", "=", "t.address")
          .whereRef("s.wallet", "=", "c.author")
          .where("s.shares", ">", "0")
          .orderBy("s.shares", "desc")
          .orderBy("s.outcome"),
      ).as("shares"),
    )
    .$if(before !== undefined, (query) => query.where("c.id", "<", before ?? 0))
    .limit(limit + 1)
    .execute()
  const comments = rows.slice(0, limit).map(({ balance, shares, ...comment }) => ({
    ...comment,
    /** Of a token. */
    balance: balance === null ? null : BigInt(balance),
    /** Shares in a market, the largest first. */
    shares: shares.map(({ outcome, shares: units }) => ({ outcome, shares: BigInt(units) })),
  }))
  const authors = await findAuthors(comments.map(({ author }) => author))
  const last = comments.at(-1)
  return { comments, authors, older: rows.length > limit && last ? last.id : null }
}
