import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from "kysely"
import { db } from "@/lib/db/client"
import { decimalText, hexText, integerText, isoText, unixMilliseconds } from "@/lib/db/codecs"
import { cursorPage, present } from "@/lib/db/json-answer"
import { isIdOf, jsonRows, keyedRow } from "@/lib/db/json-rows"
import { MAX_ID, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { constant, type Placeholders, statement } from "@/lib/db/statement"
import type { Database, TradeTable } from "@/lib/generated/database"
import { notFound } from "@/lib/http/errors"
import { cursorId } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { WAD } from "@/lib/units"
import {
  type MinTradeSize,
  type TradeSide,
  type TradeType,
  toTradeSide,
  tradeTypes,
} from "./constants"
import {
  type OwnTrade,
  type TradeListQuery,
  type TradeView,
  trade,
  tradePage,
  tradeView,
  walletTransactionPage,
} from "./schema"

/** Parameters of the newest trades: of one token, of one wallet, or of a wallet in a token. */
const newest = {
  token: "text?",
  user: "text?",
  types: "smallint[]",
  /** Least value in USD. It is part of the query's text, because each value has a separate index. */
  size: constant<MinTradeSize | null>(),
  /** Row id of the last row of the previous page. */
  cursor: "bigint",
  limit: "integer",
} as const

/**
 * The newest trades. The index is (owner, type, id): each type is read in order and the few rows are merged, so
 * a rare type never scans the history of a common one. The bounds and the order are of the pair (type, id), as
 * with the type fixed the planner would rather walk the primary key and hope to meet a matching row soon.
 */
function newestTrades({ token, user, types, size, cursor, limit }: Placeholders<typeof newest>) {
  return db
    .selectFrom(sql<{ type: number }>`unnest(${types})`.as<"kind">(sql`kind (type)`))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("trade")
          .selectAll("trade")
          .where((eb) => {
            const place = sql`(${eb.ref("trade.type")}, ${eb.ref("trade.id")})`
            return eb.and([
              sql<SqlBool>`${place} < (kind.type, ${cursor}) and ${place} >= (kind.type, 0::bigint)`,
              ...(token ? [eb("trade.token", "=", token)] : []),
              ...(user ? [eb("trade.user", "=", user)] : []),
              ...(size ? [eb("trade.amount_usdc", ">=", sql.lit(usdUnits(size)))] : []),
            ])
          })
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

const usdUnits = (usd: number) => `${BigInt(usd) * WAD}`

const numbersOf = (types: readonly TradeType[]) => types.map((type) => tradeTypes.indexOf(type))

const numbersOfSide = (side: TradeSide | undefined) =>
  numbersOf(tradeTypes.filter((type) => side === undefined || toTradeSide(type) === side))

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
    ref("tx.block_number").as("blockNumber"),
    isoText(ref("r.time")).as("timestamp"),
    ref("r.routing_leg").as("routingLeg"),
  ] as const

const tradeColumns = (line: Line) =>
  [
    line.ref("r.id").as("id"),
    line.ref("r.token").as("contractAddress"),
    ...legColumns(line),
    line.ref("r.user").as("user"),
    ...placeColumns(line),
  ] as const

const page = { types: "smallint[]", cursor: "bigint" } as const

const inputOf = ({ type, cursor, limit }: TradeListQuery) => ({
  types: numbersOf(type ? [type] : tradeTypes),
  cursor: cursorId(cursor)?.toString() ?? MAX_ID,
  limit,
})

const readTrades = cursorPage({
  name: "trades of a token",
  response: tradePage,
  parameters: { ...page, token: "text" },
  exists: ({ token }) => db.selectFrom("token").select("address").where("address", "=", token),
  rows: (placeholders) => newestTrades({ ...placeholders, user: undefined, size: null }),
  select: (from) =>
    from
      .selectFrom("page as r")
      .innerJoin("tx", "tx.id", "r.tx_id")
      .select(tradeColumns)
      .orderBy("r.id", "desc"),
  forms: {
    id: "value",
    contractAddress: "plain",
    type: "plain",
    amountToken: "plain",
    amountUSDC: "plain",
    user: "plain",
    price: "plain",
    txHash: "plain",
    blockNumber: "value",
    timestamp: "plain",
    routingLeg: "value",
  },
})

/** GET /api/v1/tokens/{address}/trades. */
export async function findTradesJson(token: string, query: TradeListQuery): Promise<RawBody> {
  const answer = await readTrades({ token, ...inputOf(query) })
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

/** Trades by row id. */
export const readTradeRows = jsonRows({
  name: "trades by id",
  response: trade,
  parameters: { ids: "bigint[]" },
  rows: ({ ids }) =>
    db
      .selectFrom("trade as r")
      .innerJoin("tx", "tx.id", "r.tx_id")
      .select((line) => keyedRow(line.ref("r.id"), db.selectNoFrom(tradeColumns(line))))
      .where(({ ref }) => isIdOf(ref("r.id"), ids)),
})

const readWalletTransactions = cursorPage({
  name: "transactions of a wallet",
  response: walletTransactionPage,
  parameters: { ...page, user: "text" },
  rows: (placeholders) => newestTrades({ ...placeholders, token: undefined, size: null }),
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
  user: string,
  query: TradeListQuery,
): Promise<RawBody> {
  return present(await readWalletTransactions({ user, ...inputOf(query) }))
}

/** Trades with their tokens as pages show them, the newest first. */
const withTokens = (trades: ReturnType<typeof newestTrades>) =>
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

const readLatest = statement({ limit: "integer" }, ({ limit }) =>
  withTokens(
    db
      .selectFrom("trade as t")
      .selectAll("t")
      .where((eb) => eb.not("t.routing_leg"))
      .orderBy("t.id", "desc")
      .limit(limit),
  ),
)

/** The newest trades of all tokens, legs of routes left out. */
export async function findLatestTrades(limit: number): Promise<TradeView[]> {
  return tradeView.array().parse(await readLatest({ limit }))
}

type TapeQuery = {
  side?: TradeSide | undefined
  cursor?: string | undefined
  limit: number
}

type TokenTapeQuery = TapeQuery & { size?: MinTradeSize | undefined; user?: string | undefined }

/** The newest trades of one token, routing legs included. */
export const findTokenTrades = (token: string, query: TokenTapeQuery) =>
  findTape({ token, ...query })

/** The newest trades of one wallet, over all tokens. */
export const findWalletTrades = (user: string, query: TapeQuery) => findTape({ user, ...query })

const readTape = statement(newest, (placeholders) => withTokens(newestTrades(placeholders)))

/** A page of trades: one row more than the limit shows that there are more. */
async function findTape({
  side,
  size = null,
  cursor = MAX_ID,
  limit,
  ...owner
}: Omit<TokenTapeQuery, "size"> & { token?: string; size?: MinTradeSize | null | undefined }) {
  const types = numbersOfSide(side)
  const rows = await readTape({ ...owner, types, size, cursor, limit: limit + 1 })
  const data = tradeView.array().parse(rows.slice(0, limit))
  return { data, nextCursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null }
}

/** Marks on a chart beyond this many would hide it. */
const MAX_MARKERS = 500

const readOwnTrades = statement(newest, (placeholders) =>
  db
    .selectFrom(newestTrades(placeholders).as("r"))
    .select(({ ref }) => [
      "r.id",
      "r.type",
      unixMilliseconds(ref("r.time")).as("time"),
      "r.amount_token as amountToken",
      "r.amount_usdc as amountUsd",
    ])
    .orderBy("r.id"),
)

/** A wallet's newest trades of a token, oldest first, for its marks on the chart. */
export async function findOwnTrades(token: string, user: string): Promise<OwnTrade[]> {
  const types = numbersOf(tradeTypes)
  const limits = { size: null, cursor: MAX_ID, limit: MAX_MARKERS }
  const rows = await readOwnTrades({ token, user, types, ...limits })
  return rows.map(({ type, ...row }) => ({ ...row, side: toTradeSide(tradeTypes[type] ?? "buy") }))
}

/** Number of a token's first buys that make their buyers early ones. */
export const EARLY_BUY_COUNT = 20

/** One of a token's first buys. */
export type EarlyBuy = { user: string; block: number }

/**
 * The first buys of a token, in chain order: wallets that made one of the first 20 are early buyers, except the
 * creator. Buys are counted instead of wallets, so that the cost does not depend on how often a wallet trades.
 */
export const findEarlyBuys = (token: string): Promise<EarlyBuy[]> => readEarlyBuys({ token })

const readEarlyBuys = statement({ token: "text" }, ({ token }) =>
  db
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
    .limit(EARLY_BUY_COUNT),
)

/** First row id of the last 24 hours, as a subquery: ids ascend with block time. */
export const selectDayStartId = () =>
  db
    .selectFrom(
      db
        .selectFrom("trade")
        .select("id")
        .where("time", ">=", sql<Date>`now() - interval '24 hours'`)
        .orderBy("time")
        .orderBy("id")
        .limit(1)
        .as("first"),
    )
    .select(({ fn }) => {
      const size = sql.lit(ROWS_PER_BLOCK)
      const blockStart = sql`${fn.min("first.id")} / ${size} * ${size}`
      return sql<string>`coalesce(${blockStart}, ${sql.lit(MAX_ID)}::bigint)`.as("id")
    })
