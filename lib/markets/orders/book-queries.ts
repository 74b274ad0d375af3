import { sql } from "kysely"
import { z } from "zod"
import { db } from "@/lib/db/client"
import { units } from "@/lib/http/wire"
import { MIN_ORDER_VALUE } from "@/lib/markets/math"
import { WAD } from "@/lib/units"

/** An open order. Price is USDB per share, amounts are shares. */
const openOrder = z.object({
  token: z.string(),
  orderId: z.int(),
  seller: z.string(),
  outcome: z.int(),
  amount: units,
  totalAmount: units,
  price: units,
  createdAt: z.date(),
})

export type OpenOrder = z.output<typeof openOrder>

const orderColumns = [
  "o.token",
  "o.order_id as orderId",
  "o.seller",
  "o.outcome",
  "o.amount",
  "o.total_amount as totalAmount",
  "o.price",
  "o.created_at as createdAt",
] as const

/** Most orders read per outcome; a purchase takes a few. */
const MAX_ORDERS = 200

/** Orders of a smaller value are not worth the gas of a purchase. */
const MIN_VALUE = sql<string>`${sql.lit(`${MIN_ORDER_VALUE * WAD}`)}::numeric`

/** The cheapest open orders of each outcome, without those that are not worth the gas of a purchase. */
export async function findOrderBook(token: string): Promise<OpenOrder[]> {
  const rows = await db
    .selectFrom("market_outcome as mo")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("market_order as m")
          .selectAll("m")
          .whereRef("m.token", "=", "mo.token")
          .whereRef("m.outcome", "=", "mo.outcome")
          .where("m.status", "=", "ACTIVE")
          .where(({ ref }) => sql<boolean>`${ref("m.amount")} * ${ref("m.price")} >= ${MIN_VALUE}`)
          .orderBy("m.price")
          .orderBy("m.order_id")
          .limit(MAX_ORDERS)
          .as("o"),
      (join) => join.onTrue(),
    )
    .select(orderColumns)
    .where("mo.token", "=", token)
    .orderBy("o.outcome")
    .orderBy("o.price")
    .orderBy("o.order_id")
    .execute()
  return openOrder.array().parse(rows)
}

const MAX_OWN_ORDERS = 500

/** A wallet's open orders, in one market or in all, newest first. */
export async function findOwnOrders(wallet: string, token?: string): Promise<OpenOrder[]> {
  const rows = await db
    .selectFrom("market_order as o")
    .select(orderColumns)
    .where("o.seller", "=", wallet)
    .where("o.status", "=", "ACTIVE")
    .$if(token !== undefined, (orders) => orders.where("o.token", "=", `${token}`))
    .orderBy("o.created_at", "desc")
    .orderBy("o.row_id", "desc")
    .limit(MAX_OWN_ORDERS)
    .execute()
  return openOrder.array().parse(rows)
}

const shareHolder = z.object({ outcome: z.int(), wallet: z.string(), shares: units })
export type ShareHolder = z.output<typeof shareHolder>

/** The largest holders of each outcome. */
export async function findShareHolders(token: string, limit = 8): Promise<ShareHolder[]> {
  const rows = await db
    .selectFrom("market_outcome as o")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("share_holder as s")
          .selectAll("s")
          .whereRef("s.token", "=", "o.token")
          .whereRef("s.outcome", "=", "o.outcome")
          .where("s.shares", ">", "0")
          .orderBy("s.shares", "desc")
          .limit(limit)
          .as("h"),
      (join) => join.onTrue(),
    )
    .select(["h.outcome", "h.wallet", "h.shares"])
    .where("o.token", "=", token)
    .orderBy("h.outcome")
    .orderBy("h.shares", "desc")
    .orderBy("h.wallet")
    .execute()
  return shareHolder.array().parse(rows)
}

/** The shares of these wallets in a market. */
export async function findWalletShares(
  token: string,
  wallets: readonly string[],
): Promise<ShareHolder[]> {
  const rows = await db
    .selectFrom("share_holder")
    .select(["outcome", "wallet", "shares"])
    .where("token", "=", token)
    .where("wallet", "=", sql<string>`any(${wallets}::text[])`)
    .where("shares", ">", "0")
    .orderBy("wallet")
    .orderBy("outcome")
    .execute()
  return shareHolder.array().parse(rows)
}
