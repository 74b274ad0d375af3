import { type Expression, sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { bulkStatement, columnsOf, deleteEmptyRows } from "@/lib/events/bulk-writes"
import { orderKinds } from "@/lib/markets/constants"

/** The opaque id of an order, made of its market and its number there. */
export const orderPublicId = (token: Expression<string>, orderId: Expression<number>) =>
  sql<string>`'c' || left(md5(${token} || ':' || ${orderId}), 24)`

export type OrderKey = { token: string; orderId: number }

const orderKey = { token: "text", orderId: "integer" } as const

const countColumns = ["token", "outcome", "status"] as const

/** Adds these orders to the counts (1) or takes them out (-1). */
const countOrders = (sign: 1 | -1) =>
  bulkStatement(orderKey, (rows) =>
    db
      .insertInto("market_order_count")
      .columns([...countColumns, "orders"])
      .expression(
        db
          .selectFrom(rows)
          .innerJoin("market_order as o", (join) =>
            join.onRef("o.token", "=", "given.token").onRef("o.order_id", "=", "given.orderId"),
          )
          .select(["o.token", "o.outcome", "o.status"])
          .select(sql<number>`${sql.lit(sign)} * count(*)`.as("orders"))
          .groupBy(["o.token", "o.outcome", "o.status"])
          .orderBy("o.token")
          .orderBy("o.outcome")
          .orderBy("o.status"),
      )
      .onConflict((conflict) =>
        conflict.columns(countColumns).doUpdateSet((eb) => ({
          orders: eb("market_order_count.orders", "+", eb.ref("excluded.orders")),
        })),
      ),
  )

const subtractFromCounts = countOrders(-1)
const addToCounts = countOrders(1)

const removeEmptyCounts = deleteEmptyRows("market_order_count", ["token"], "orders")

const removeOrdersWithoutEvents = bulkStatement(orderKey, (rows) =>
  db
    .deleteFrom("market_order as o")
    .using(rows)
    .whereRef("o.token", "=", "given.token")
    .whereRef("o.order_id", "=", "given.orderId")
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("order_event as e")
            .select("e.id")
            .where("e.token", "=", ref("o.token"))
            .where("e.order_id", "=", ref("o.order_id")),
        ),
      ),
    ),
)

const stateColumns = [
  ...(["row_id", "tx_id", "seller", "outcome", "total_amount", "price"] as const),
  ...(["amount", "status", "created_at", "updated_at"] as const),
] as const

/** One row per order: its first event, its unsold amount, and the last change. */
const upsertOrders = bulkStatement(orderKey, (rows) =>
  db
    .with("state", (cte) =>
      cte
        .selectFrom(rows)
        .innerJoin("order_event as e", (join) =>
          join.onRef("e.token", "=", "given.token").onRef("e.order_id", "=", "given.orderId"),
        )
        .select(["e.token", "e.order_id"])
        .select(({ fn, ref }) => [
          fn.min("e.id").as("row_id"),
          fn.max("e.time").as("updated_at"),
          sql<string>`least(
            min(${ref("e.total_amount")}) - coalesce(
              sum(${ref("e.amount")}) filter (where ${ref("e.kind")} = ${sql.lit(orderKinds.filled)}), 0
            ),
            min(${ref("e.amount_left")})
          )`.as("amount"),
          sql<boolean>`bool_or(${ref("e.kind")} = ${sql.lit(orderKinds.cancelled)})`.as(
            "cancelled",
          ),
        ])
        .groupBy(["e.token", "e.order_id"]),
    )
    .insertInto("market_order")
    .columns(["token", "order_id", "public_id", ...stateColumns])
    .expression((eb) =>
      eb
        .selectFrom("state as s")
        .innerJoin("order_event as e", "e.id", "s.row_id")
        .select(["s.token", "s.order_id"])
        .select(({ ref }) => orderPublicId(ref("s.token"), ref("s.order_id")).as("public_id"))
        .select([
          "s.row_id",
          "e.tx_id",
          "e.seller",
          "e.outcome",
          "e.total_amount",
          "e.price",
          "s.amount",
        ])
        .select((eb) => [
          eb
            .case()
            .when("s.cancelled", "=", true)
            .then(sql.lit("CANCELLED"))
            .when("s.amount", "<=", "0")
            .then(sql.lit("FILLED"))
            .else(sql.lit("ACTIVE"))
            .end()
            .as("status"),
          "e.time as created_at",
          "s.updated_at",
        ])
        .orderBy("s.token")
        .orderBy("s.order_id"),
    )
    .onConflict((conflict) =>
      conflict.columns(["token", "order_id"]).doUpdateSet(columnsOf("excluded", stateColumns)),
    ),
)

/**
 * Computes the state of these orders from all their events, in whatever order those were reported. Where fills are
 * unknown, the contract's unsold amount counts: only a reorganisation, which removes that row, makes an order grow.
 */
export async function refreshOrders(client: ClientBase, keys: readonly OrderKey[]): Promise<void> {
  const orders = [...new Map(keys.map((key) => [`${key.token}:${key.orderId}`, key])).values()]
  await subtractFromCounts(client, orders)
  await removeOrdersWithoutEvents(client, orders)
  await upsertOrders(client, orders)
  await addToCounts(client, orders)
  await removeEmptyCounts(client, orders)
}

/**
 * In blocks that are stored completely, as all before them, every fill is known: the contract's unsold amounts are
 * dropped there, because a reorganisation may undo fills that they include.
 */
export async function forgetAmountsLeft(
  client: ClientBase,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const changed = await dbOn(client)
    .updateTable("order_event")
    .set({ amount_left: null })
    .where("id", ">=", `${from * ROWS_PER_BLOCK}`)
    .where("id", "<", `${(to + 1) * ROWS_PER_BLOCK}`)
    .where("amount_left", "is not", null)
    .returning(["token", "order_id as orderId"])
    .execute()
  await refreshOrders(client, changed)
}
