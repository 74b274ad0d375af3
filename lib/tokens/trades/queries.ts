import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from "kysely"
import { notFound } from "@/lib/api/errors"
import { cursorId } from "@/lib/api/pagination"
import type { Prepared } from "@/lib/api/reply"
import { db } from "@/lib/db/client"
import { decimalText, hexText, integerText, isoText, unixMilliseconds } from "@/lib/db/codecs"
import { cursorPage, present } from "@/lib/db/json-answer"
import { MAX_ID, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import type { Database, TradeTable } from "@/lib/generated/database"
import { sideOf, type TradeSide, type TradeSize, type TradeType, tradeTypes } from "./kinds"
import {
  type OwnTrade,
  type TapeRow,
  type TradeListQuery,
  tapeRow,
  tradePage,
  walletTransactionPage,
} from "./schema"

type Newest = {
  /** Whose trades: of one token, of one wallet, or both. */
  token?: string | undefined
  user?: string | undefined
  types: readonly TradeType[]
  /** Least value in USD. */
  size?: TradeSize | undefined
  /** Row id of the last row of the previous page. */
  cursor?: string | undefined
  limit: number
}

/**
 * The newest trades of one token or wallet. The index is (owner, type, id): each type is read in order and
 * the few rows are merged, so a rare type never scans the history of a common one. The bounds and the order
 * are of the pair (type, id), as with the type fixed the planner would rather walk the primary key and hope
 * to meet a matching row soon. A size stands in the query as a constant: each has an index of its own.
 */
function newestTrades({ token, user, types, size, cursor = MAX_ID, limit }: Newest) {
  const numbers = types.map((type) => tradeTypes.indexOf(type))
  return db
    .selectFrom(sql<{ type: number }>`unnest(${numbers}::smallint[])`.as<"kind">(sql`kind (type)`))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("trade")
          .selectAll("trade")
          .where(({ ref }) => {
            const place = sql`(${ref("trade.type")}, ${ref("trade.id")})`
            const [first, last] = [sql`(kind.type, 0::bigint)`, sql`(kind.type, ${cursor}::bigint)`]
            return sql<SqlBool>`${place} < ${last} and ${place} >= ${first}`
          })
          .$if(token !== undefined, (trades) => trades.where("trade.token", "=", `${token}`))
          .$if(user !== undefined, (trades) => trades.where("trade.user", "=", `${user}`))
          .$if(size !== undefined, (trades) =>
            trades.where("trade.amount_usdc", ">=", sql.lit(`${size}${"0".repeat(18)}`)),
          )
          .orderBy("trade.type", "desc")
          .orderBy("trade.id", "desc")
          .limit(limit)
          .as("t"),
      (join) => join.onTrue(),
    )
    .selectAll("t")
    .orderBy("t.id", "desc")
    .limit(limit)
}

const typesOf = (side: TradeSide | undefined) =>
  tradeTypes.filter((type) => side === undefined || sideOf(type) === side)

type Line = ExpressionBuilder<Database & { r: Selectable<TradeTable> }, "r" | "tx">

const typeName = ({ ref }: Line) =>
  sql<TradeType>`(${sql.lit(`{${tradeTypes}}`)}::text[])[${ref("r.type")} + 1]`

const legColumns = (line: Line) =>
  [
    typeName(line).as("type"),
    integerText(line.ref("r.amount_token")).as("amountToken"),
    integerText(line.ref("r.amount_usdc")).as("amountUSDC"),
  ] as const

const placeColumns = ({ ref }: Line) =>
  [
    decimalText(ref("r.price")).as("price"),
    hexText(ref("tx.hash")).as("txHash"),
    "tx.block_number as blockNumber",
    isoText(ref("r.time")).as("timestamp"),
    "r.routing_leg as routingLeg",
  ] as const

type PageInput = { owner: string; types: TradeType[]; cursor: string | undefined; limit: number }

const inputOf = (owner: string, { type, cursor, limit }: TradeListQuery): PageInput => ({
  owner,
  types: tradeTypes.filter((each) => type === undefined || each === type),
  cursor: cursorId(cursor)?.toString(),
  limit,
})

const trades = cursorPage({
  name: "trades of a token",
  response: tradePage,
  exists: ({ owner }: PageInput) =>
    db.selectFrom("token").select("address").where("address", "=", owner),
  rows: ({ owner, limit, ...page }: PageInput) =>
    newestTrades({ ...page, token: owner, limit: limit + 1 }),
  select: (from) =>
    from
      .selectFrom("page as r")
      .innerJoin("tx", "tx.id", "r.tx_id")
      .select((line) => ["r.id", ...legColumns(line), "r.user", ...placeColumns(line)])
      .orderBy("r.id", "desc"),
})

/** GET /api/v1/tokens/{address}/trades. */
export async function findTradesJson(
  token: string,
  query: TradeListQuery,
  snapshot?: string,
): Promise<Prepared> {
  const answer = await trades(inputOf(token, query), snapshot)
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

const walletTransactions = cursorPage({
  name: "transactions of a wallet",
  response: walletTransactionPage,
  rows: ({ owner, limit, ...page }: PageInput) =>
    newestTrades({ ...page, user: owner, limit: limit + 1 }),
  select: (from) =>
    from
      .selectFrom("page as r")
      .innerJoin("tx", "tx.id", "r.tx_id")
      .select((line) => [
        "r.id",
        "r.token as contractAddress",
        ...legColumns(line),
        ...placeColumns(line),
      ])
      .orderBy("r.id", "desc"),
})

/** GET /api/v1/wallet/{address}/transactions. */
export async function findWalletTransactionsJson(
  wallet: string,
  query: TradeListQuery,
  snapshot?: string,
): Promise<Prepared> {
  return present(await walletTransactions(inputOf(wallet, query), snapshot))
}

/** Trades with their tokens as pages show them, the newest first. */
const tapeOf = (trades: ReturnType<typeof newestTrades>) =>
  db
    .selectFrom(trades.as("r"))
    .innerJoin("tx", "tx.id", "r.tx_id")
    .innerJoin("token as t", "t.address", "r.token")
    .innerJoin("project as p", "p.id", "t.project_id")
    .select((line) => [
      "r.id",
      "r.token",
      "t.name",
      "t.symbol",
      "p.image",
      typeName(line).as("type"),
      "r.user",
      "r.amount_token as amountToken",
      "r.amount_usdc as amountUsd",
      "r.price as priceUsd",
      hexText(line.ref("tx.hash")).as("txHash"),
      "tx.block_number as blockNumber",
      "r.time",
      "r.routing_leg as routingLeg",
    ])
    .orderBy("r.id", "desc")

/** The newest trades of all tokens, legs of routes left out. */
export async function findLatestTrades(limit: number): Promise<TapeRow[]> {
  const newest = db
    .selectFrom("trade as t")
    .selectAll("t")
    .where((eb) => eb.not("t.routing_leg"))
    .orderBy("t.id", "desc")
    .limit(limit)
  return tapeRow.array().parse(await tapeOf(newest).execute())
}

type TapeQuery = {
  side?: TradeSide | undefined
  cursor?: string | undefined
  limit: number
}

type TokenTape = TapeQuery & { size?: TradeSize | undefined; user?: string | undefined }

/** The newest trades of one token, routing legs included. */
export function findTokenTrades(token: string, { side, ...query }: TokenTape) {
  return readTape({ ...query, token, types: typesOf(side) })
}

/** The newest trades of one wallet, over all tokens. */
export function findWalletTrades(user: string, { side, ...query }: TapeQuery) {
  return readTape({ ...query, user, types: typesOf(side) })
}

/** A page: one row more than the limit tells whether there are more. */
async function readTape({ limit, ...query }: Newest) {
  const rows = await tapeOf(newestTrades({ ...query, limit: limit + 1 })).execute()
  const data = tapeRow.array().parse(rows.slice(0, limit))
  return { data, nextCursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null }
}

/** Marks on a chart beyond this many would hide it. */
const MAX_MARKS = 500

/** A wallet's newest trades of a token, oldest first, for its marks on the chart. */
export async function findOwnTrades(token: string, user: string): Promise<OwnTrade[]> {
  const newest = newestTrades({ token, user, types: tradeTypes, limit: MAX_MARKS })
  const rows = await db
    .selectFrom(newest.as("r"))
    .select(({ ref }) => [
      "r.id",
      "r.type",
      unixMilliseconds(ref("r.time")).as("time"),
      "r.amount_token as amountToken",
      "r.amount_usdc as amountUsd",
    ])
    .orderBy("r.id")
    .execute()
  return rows.map(({ type, ...row }) => ({ ...row, side: sideOf(tradeTypes[type] ?? "buy") }))
}

/** How many of a token's first buys make their buyers early ones. */
export const EARLY_BUYS = 20

/** One of a token's first buys. */
export type EarlyBuy = { user: string; block: number }

/**
 * The first buys of a token, in chain order: whoever made one of the first 20 is an early buyer, except the
 * creator. Buys are counted and not wallets, so that the cost does not depend on who trades how often.
 */
export async function findEarlyBuys(token: string): Promise<EarlyBuy[]> {
  return db
    .selectFrom("trade")
    .select(({ ref }) => [
      "user",
      sql<number>`(${ref("id")} / ${sql.lit(ROWS_PER_BLOCK)})::int`.as("block"),
    ])
    .where("token", "=", token)
    .where(({ ref }) => {
      const place = sql`(${ref("type")}, ${ref("id")})`
      return sql<SqlBool>`${place} >= (0, 0) and ${place} < (1, 0)`
    })
    .orderBy("type")
    .orderBy("id")
    .limit(EARLY_BUYS)
    .execute()
}
