import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import { db } from "@/lib/db/client"
import { hexText, integerText, isoText } from "@/lib/db/codecs"
import { jsonObjectOf, offsetPage, present } from "@/lib/db/json-answer"
import { jsonRows } from "@/lib/db/json-rows"
import { constant, type Placeholders } from "@/lib/db/statement"
import type { Database, MarketOrderTable } from "@/lib/generated/database"
import { notFound } from "@/lib/http/errors"
import { skipTake } from "@/lib/http/pagination"
import type { RawBody } from "@/lib/http/response"
import { type OrderStatus, orderStatuses } from "@/lib/markets/constants"
import {
  type OrderListQuery,
  type OwnOrderListQuery,
  order,
  orderPage,
  ownOrderPage,
} from "./schema"

type Orders = Database & { o: Selectable<MarketOrderTable> }

const termColumns = ({ ref }: ExpressionBuilder<Orders, "o">) =>
  [
    ref("o.seller").as("seller"),
    ref("o.outcome").as("outcomeId"),
    integerText(ref("o.amount")).as("amount"),
    integerText(ref("o.price")).as("pricePerShare"),
    ref("o.status").as("status"),
    isoText(ref("o.created_at")).as("createdAt"),
  ] as const

const orderColumns = (line: ExpressionBuilder<Orders, "o" | "tx">) =>
  [
    line.ref("o.public_id").as("id"),
    line.ref("o.order_id").as("orderId"),
    ...termColumns(line),
    integerText(line.ref("o.total_amount")).as("totalAmount"),
    hexText(line.ref("tx.hash")).as("txHash"),
    isoText(line.ref("o.updated_at")).as("updatedAt"),
  ] as const

const ofMarket = {
  token: "text",
  /** Null for all. It is part of the query's text, so that each status walks along its own part of the index. */
  status: constant<OrderStatus | null>(),
  outcome: "integer?",
} as const

type OfMarket = Placeholders<typeof ofMarket>

const statusesOf = ({ status }: Pick<OfMarket, "status">) => (status ? [status] : orderStatuses)

/**
 * Row ids of a page of a market's orders, newest first: row ids are in chain order. The indexes are (token, status,
 * row) and (token, outcome, status, row): each status is walked along one of them, and the walks are merged until the
 * page is full. Only the page's rows are read.
 */
function selectPageIds(placeholders: OfMarket & Placeholders<{ skip: "bigint"; take: "integer" }>) {
  const { token, outcome, skip, take } = placeholders
  const walks = statusesOf(placeholders).map(
    (status) =>
      sql`(${db
        .selectFrom("market_order")
        .select("row_id")
        .where((eb) =>
          eb.and([
            eb("token", "=", token),
            ...(outcome ? [eb("outcome", "=", outcome)] : []),
            eb("status", "=", sql.lit(status)),
          ]),
        )
        .orderBy("row_id", "desc")
        .limit(sql<number>`${take} + ${skip}`)})`,
  )
  return sql<string>`select row_id from (${sql.join(walks, sql` union all `)}) walks
    order by row_id desc limit ${take} offset ${skip}`
}

const readOrders = offsetPage({
  name: "orders of a market",
  response: orderPage,
  parameters: ofMarket,
  exists: ({ token }) => db.selectFrom("token").select("address").where("address", "=", token),
  rows: (placeholders) =>
    db
      .selectFrom("market_order as o")
      .innerJoin("tx", "tx.id", "o.tx_id")
      .select(orderColumns)
      .where("o.token", "=", placeholders.token)
      .where("o.status", "in", statusesOf(placeholders))
      .where(
        ({ ref }) => sql<boolean>`${ref("o.row_id")} = any(array(${selectPageIds(placeholders)}))`,
      )
      .orderBy("o.row_id", "desc"),
  // The index keeps these counts.
  total: ({ token, status, outcome }) =>
    db
      .selectFrom("market_order_count")
      .select(({ ref }) => sql<string>`coalesce(sum(${ref("orders")}), 0)`.as("total"))
      .where((eb) =>
        eb.and([
          eb("token", "=", token),
          ...(status ? [eb("status", "=", sql.lit(status))] : []),
          ...(outcome ? [eb("outcome", "=", outcome)] : []),
        ]),
      ),
})

/** Orders by market and number; the key has both. */
export const readOrderRows = jsonRows({
  name: "orders by number",
  response: order,
  parameters: { tokens: "text[]", orderIds: "integer[]" },
  rows: ({ tokens, orderIds }) =>
    db
      .selectFrom("market_order as o")
      .innerJoin(
        sql<{ token: string; order_id: number }>`unnest(${tokens}, ${orderIds})`.as<"wanted">(
          sql`wanted (token, order_id)`,
        ),
        (join) =>
          join.onRef("wanted.token", "=", "o.token").onRef("wanted.order_id", "=", "o.order_id"),
      )
      .innerJoin("tx", "tx.id", "o.tx_id")
      .select((line) => [
        sql<string>`${line.ref("o.token")} || ':' || ${line.ref("o.order_id")}`.as("key"),
        jsonObjectOf(db.selectNoFrom(orderColumns(line)))
          .$notNull()
          .as("row"),
      ]),
})

/** GET /api/v1/tokens/{address}/orders. A token that is no market has none. */
export async function findOrdersJson(token: string, query: OrderListQuery): Promise<RawBody> {
  const { status = null, outcomeId: outcome, page } = query
  const answer = await readOrders({ token, status, outcome, page, ...skipTake(query) })
  if (!answer) throw notFound("TOKEN_NOT_FOUND")
  return answer
}

const ofWallet = { wallet: "text", token: "text?", outcome: "integer?", status: "text?" } as const

const ordersOfWallet = ({ wallet, token, outcome, status }: Placeholders<typeof ofWallet>) =>
  db
    .selectFrom("market_order as o")
    .where((eb) =>
      eb.and([
        eb("o.seller", "=", wallet),
        ...(token ? [eb("o.token", "=", token)] : []),
        ...(outcome ? [eb("o.outcome", "=", outcome)] : []),
        ...(status ? [sql<boolean>`${eb.ref("o.status")} = ${status}`] : []),
      ]),
    )

const readOwnOrders = offsetPage({
  name: "orders of a wallet",
  response: ownOrderPage,
  parameters: ofWallet,
  withTotalPages: true,
  rows: ({ skip, take, ...placeholders }) =>
    ordersOfWallet(placeholders)
      .select((line) => [
        "o.row_id as id",
        sql<string>`${line.ref("o.order_id")}::text`.as("orderId"),
        "o.token as marketToken",
        ...termColumns(line),
      ])
      .orderBy("o.created_at", "desc")
      .orderBy("o.row_id", "desc")
      .limit(take)
      .offset(sql<number>`${skip}`),
  total: (placeholders) =>
    ordersOfWallet(placeholders).select(({ fn }) => fn.countAll<string>().as("total")),
})

/** GET /api/v1/me/orders: the newest first. */
export async function findOwnOrdersJson(
  wallet: string,
  query: OwnOrderListQuery,
): Promise<RawBody> {
  const { marketToken: token, outcomeId: outcome, status, page } = query
  const filters = { wallet, token, outcome, status }
  return present(await readOwnOrders({ ...filters, page, ...skipTake(query) }))
}
