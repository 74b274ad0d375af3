import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import { notFound } from "@/lib/api/errors"
import { skipTake } from "@/lib/api/pagination"
import type { RawBody } from "@/lib/api/response"
import { db } from "@/lib/db/client"
import { hexText, integerText, isoText } from "@/lib/db/codecs"
import { jsonObjectOf, offsetPage, present } from "@/lib/db/json-answer"
import { jsonRows } from "@/lib/db/json-rows"
import type { Placeholders } from "@/lib/db/statement"
import type { Database, MarketOrderTable } from "@/lib/generated/database"
import { orderStatuses } from "@/lib/markets/constants"
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

const ofMarket = { token: "text", statuses: "text[]", outcome: "integer?" } as const
const paging = { skip: "bigint", take: "integer" } as const

/**
 * The orders of a market, newest first: row ids are in chain order. The indexes are (token, status, row) and (token,
 * outcome, status, row): each status is read in order, and the few rows are merged.
 */
function newestOrders(given: Placeholders<typeof ofMarket & typeof paging>) {
  const { token, statuses, outcome, skip, take } = given
  return db
    .selectFrom(sql<{ status: string }>`unnest(${statuses})`.as<"wanted">(sql`wanted (status)`))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("market_order as m")
          .selectAll("m")
          .where((eb) =>
            eb.and([
              eb("m.token", "=", token),
              ...(outcome ? [eb("m.outcome", "=", outcome)] : []),
              sql<boolean>`${eb.ref("m.status")} = ${eb.ref("wanted.status")}`,
            ]),
          )
          .orderBy("m.row_id", "desc")
          .limit(sql<number>`${take} + ${skip}`)
          .as("found"),
      (join) => join.onTrue(),
    )
    .selectAll("found")
    .orderBy("found.row_id", "desc")
    .limit(take)
    .offset(sql<number>`${skip}`)
}

const readOrders = offsetPage({
  name: "orders of a market",
  response: orderPage,
  parameters: ofMarket,
  exists: ({ token }) => db.selectFrom("token").select("address").where("address", "=", token),
  rows: (given) =>
    db
      .selectFrom(newestOrders(given).as("o"))
      .innerJoin("tx", "tx.id", "o.tx_id")
      .select(orderColumns)
      .orderBy("o.row_id", "desc"),
  // The index keeps these counts.
  total: ({ token, statuses, outcome }) =>
    db
      .selectFrom("market_order_count")
      .select(({ ref }) => sql<string>`coalesce(sum(${ref("orders")}), 0)`.as("total"))
      .where((eb) =>
        eb.and([
          eb("token", "=", token),
          sql<boolean>`${eb.ref("status")} = any(${statuses})`,
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
export async function findOrdersJson(
  token: string,
  query: OrderListQuery,
  snapshot?: string,
): Promise<RawBody> {
  const { status, outcomeId: outcome, page } = query
  const statuses = status ? [status] : orderStatuses
  const answer = await readOrders({ token, statuses, outcome, page, ...skipTake(query) }, snapshot)
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
  rows: ({ skip, take, ...given }) =>
    ordersOfWallet(given)
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
  total: (given) => ordersOfWallet(given).select(({ fn }) => fn.countAll<string>().as("total")),
})

/** GET /api/v1/me/orders: the newest first. */
export async function findOwnOrdersJson(
  wallet: string,
  query: OwnOrderListQuery,
  snapshot?: string,
): Promise<RawBody> {
  const { marketToken: token, outcomeId: outcome, status, page } = query
  const filters = { wallet, token, outcome, status }
  return present(await readOwnOrders({ ...filters, page, ...skipTake(query) }, snapshot))
}
