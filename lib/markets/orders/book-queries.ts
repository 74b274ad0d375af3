import { z } from "zod"
import { pool } from "@/lib/db/client"
import { MIN_ORDER_VALUE } from "@/lib/markets/math"
import { units } from "@/lib/tokens/schema"
import { WAD } from "@/lib/units"

/** An order that can be bought from, cheapest first. Price is USDB per share, amounts are shares. */
export const openOrder = z.object({
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

const COLUMNS = `o.token, o.order_id as "orderId", o.seller, o.outcome, o.amount,
  o.total_amount as "totalAmount", o.price, o.created_at as "createdAt"`

/** More than a ladder shows; one purchase takes a few of them. */
const MAX_ORDERS = 200

/** Orders worth less cost a buyer more gas than they bring. */
const MIN_VALUE = `${MIN_ORDER_VALUE * WAD}`

/** The cheapest open orders of each outcome of a market, without remainders nobody would buy. */
export async function findOrderBook(token: string): Promise<OpenOrder[]> {
  const { rows } = await pool().query(
    `select ${COLUMNS} from market_outcome mo cross join lateral (
      select * from market_order m where m.token = mo.token and m.outcome = mo.outcome
        and m.status = 'ACTIVE' and m.amount * m.price >= ${MIN_VALUE} order by m.price, m.order_id limit ${MAX_ORDERS}
    ) o where mo.token = $1 order by o.outcome, o.price, o.order_id`,
    [token],
  )
  return openOrder.array().parse(rows)
}

/** A wallet's open orders, in one market or in all, newest first. */
export async function findOwnOrders(wallet: string, token?: string): Promise<OpenOrder[]> {
  const { rows } = await pool().query(
    `select ${COLUMNS} from market_order o
    where o.seller = $1 and o.status = 'ACTIVE' ${token ? "and o.token = $2" : ""}
    order by o.created_at desc, o.row_id desc limit 500`,
    token ? [wallet, token] : [wallet],
  )
  return openOrder.array().parse(rows)
}

export const shareHolder = z.object({ outcome: z.int(), wallet: z.string(), shares: units })
export type ShareHolder = z.output<typeof shareHolder>

/** The largest holders of each outcome. */
export async function findShareHolders(token: string, limit = 8): Promise<ShareHolder[]> {
  const { rows } = await pool().query(
    `select h.outcome, h.wallet, h.shares from market_outcome o cross join lateral (
      select * from share_holder s where s.token = o.token and s.outcome = o.outcome
        and s.shares > 0 order by s.shares desc limit $2
    ) h where o.token = $1 order by h.outcome, h.shares desc, h.wallet`,
    [token, limit],
  )
  return shareHolder.array().parse(rows)
}

/** What these wallets hold in a market. */
export async function findWalletShares(
  token: string,
  wallets: readonly string[],
): Promise<ShareHolder[]> {
  const { rows } = await pool().query(
    `select outcome, wallet, shares from share_holder
    where token = $1 and wallet = any($2::text[]) and shares > 0 order by wallet, outcome`,
    [token, wallets],
  )
  return shareHolder.array().parse(rows)
}
