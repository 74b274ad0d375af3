import { z } from "zod"
import { pool } from "@/lib/db/client"
import { MAX_ID } from "@/lib/db/row-ids"
import { toEventAmount } from "@/lib/markets/bonds"
import { marketActions, orderKinds } from "@/lib/markets/constants"
import { units } from "@/lib/tokens/schema"

const activityKinds = ["bought", "listed", "filled", "cancelled", ...marketActions] as const

/** A row of a market's tape: purchases, what happened to orders, steps of resolution and payouts. */
export const activity = z.object({
  id: z.string(),
  time: z.date(),
  kind: z.enum(activityKinds),
  wallet: z.string(),
  /** The seller of a filled order. */
  other: z.string().nullable(),
  outcome: z.int().nullable(),
  shares: units.nullable(),
  /** USDB: net paid for shares, value of a fill, payout, bond, bounty. */
  usdc: units.nullable(),
  /** USDB per share of an order, 18 decimals. */
  price: units.nullable(),
  txHash: z.string(),
})

export type Activity = z.output<typeof activity>
export const activityGroups = ["all", "purchases", "orders", "resolution"] as const
export type ActivityGroup = (typeof activityGroups)[number]

const ORDER_KIND_NAME = `case kind when ${orderKinds.created} then 'listed'
  when ${orderKinds.filled} then 'filled' else 'cancelled' end`

/**
 * The market and the bound are $1 and $2, the number of rows $3. Bounds and order are of both columns of the
 * index: with the market fixed the planner would rather walk the primary key.
 */
const MARKET_ROWS = `where (token, id) < ($1::text, $2::bigint) and (token, id) >= ($1::text, 0::bigint)
    order by token desc, id desc limit $3`

/** Each part walks its own index. */
const activitySources = {
  purchases: `(select id, tx_id, time, 'bought' as kind, buyer as wallet, null::text as other, outcome,
      shares, usdc, null::numeric as price
    from share_trade ${MARKET_ROWS})`,
  orders: `(select id, tx_id, time, ${ORDER_KIND_NAME}, coalesce(buyer, seller),
      case when buyer is not null then seller end, outcome, coalesce(amount, total_amount), usdc, price
    from order_event ${MARKET_ROWS})`,
  resolution: `(select id, tx_id, time, action, wallet, null, outcome, null, amount, null
    from market_event ${MARKET_ROWS})`,
}

/** The newest rows of a market, before a row when one is given. */
export async function findActivity(
  token: string,
  {
    group = "all",
    before = MAX_ID,
    limit = 20,
  }: { group?: ActivityGroup; before?: string; limit?: number },
): Promise<Activity[]> {
  const wanted = group === "all" ? Object.values(activitySources) : [activitySources[group]]
  const { rows } = await pool().query(
    `with rows (id, tx_id, time, kind, wallet, other, outcome, shares, usdc, price) as (
      select * from (${wanted.join(" union all ")}) newest order by 1 desc limit $3
    )
    select r.id::text, r.time, r.kind, r.wallet, r.other, r.outcome, r.shares, r.usdc, r.price,
      '0x' || encode(tx.hash, 'hex') as "txHash"
    from rows r join tx on tx.id = r.tx_id order by r.id desc`,
    [token, before, limit],
  )
  return activity.array().parse(rows)
}

/** Every step of a market's resolution, oldest first; votes are as many as there are stakers. */
export async function findResolutionEvents(token: string): Promise<Activity[]> {
  const { rows } = await pool().query(
    `select e.id::text, e.time, e.action as kind, e.wallet, null as other, e.outcome,
      null as shares, ${toEventAmount()} as usdc, null as price, '0x' || encode(tx.hash, 'hex') as "txHash"
    from market_event e join tx on tx.id = e.tx_id
    where e.token = $1 and e.action = any($2::text[]) order by e.id limit 1000`,
    [token, marketActions.filter((action) => action !== "redeem" && action !== "bounty_claim")],
  )
  return activity.array().parse(rows)
}
