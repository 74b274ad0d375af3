import type { ClientBase } from "pg"
import { dbOn } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { orderKinds } from "@/lib/markets/constants"

export type OrderKey = { token: string; orderId: number }

/**
 * Works the state of these orders out anew from all their events, so that the order in which these
 * were reported does not matter. What the contract said was left counts where fills are unknown:
 * nothing but a reorganisation, which removes its row, makes an order grow.
 */
export async function refreshOrders(client: ClientBase, keys: readonly OrderKey[]): Promise<void> {
  if (keys.length === 0) return
  const distinct = new Map(keys.map((key) => [`${key.token}:${key.orderId}`, key]))
  const values = [
    `{${[...distinct.values()].map(({ token }) => token)}}`,
    `{${[...distinct.values()].map(({ orderId }) => orderId)}}`,
  ]
  await countOrders(client, values, -1)
  await client.query(
    `delete from market_order o using unnest($1::text[], $2::int[]) as touched (token, order_id)
    where o.token = touched.token and o.order_id = touched.order_id and not exists (
      select 1 from order_event e where e.token = o.token and e.order_id = o.order_id
    )`,
    values,
  )
  await client.query(`${ORDER_STATE} ${UPSERT_ORDERS}`, values)
  await countOrders(client, values, 1)
}

/**
 * Of blocks that are stored completely, as all before them are, every fill is known: what the contract said was left is
 * forgotten there, as a reorganisation may undo fills that it took account of.
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

/** Takes these orders out of the counts, or puts them back in as they are now. */
async function countOrders(client: ClientBase, keys: string[], sign: 1 | -1) {
  await client.query(
    `insert into market_order_count as c (token, outcome, status, orders)
    select token, outcome, status, ${sign} * count(*)
    from unnest($1::text[], $2::int[]) as touched (token, order_id)
    join market_order using (token, order_id)
    group by token, outcome, status order by token, outcome, status
    on conflict (token, outcome, status) do update set orders = c.orders + excluded.orders`,
    keys,
  )
  if (sign < 0) return
  await client.query(
    `delete from market_order_count c using (
      select distinct token from unnest($1::text[]) as touched (token)
    ) touched where c.token = touched.token and c.orders = 0`,
    keys.slice(0, 1),
  )
}

/** One row per order: its first event, what is left, and the last change. */
const ORDER_STATE = `with touched as (
    select * from unnest($1::text[], $2::int[]) as touched (token, order_id)
  ), state as (
    select token, order_id, min(e.id) as row_id, max(e.time) as updated_at,
      least(min(e.total_amount) - coalesce(sum(e.amount) filter (where e.kind = ${orderKinds.filled}), 0),
        min(e.amount_left)) as amount,
      bool_or(e.kind = ${orderKinds.cancelled}) as cancelled
    from touched join order_event e using (token, order_id)
    group by token, order_id
  )`

const UPSERT_ORDERS = `insert into market_order as kept (token, order_id, public_id, row_id, tx_id, seller,
    outcome, total_amount, price, amount, status, created_at, updated_at)
  select s.token, s.order_id, 'c' || left(md5(s.token || ':' || s.order_id), 24), s.row_id, e.tx_id,
    e.seller, e.outcome, e.total_amount, e.price, s.amount,
    case when s.cancelled then 'CANCELLED' when s.amount <= 0 then 'FILLED' else 'ACTIVE' end,
    e.time, s.updated_at
  from state s join order_event e on e.id = s.row_id
  order by s.token, s.order_id
  on conflict (token, order_id) do update set row_id = excluded.row_id, tx_id = excluded.tx_id,
    seller = excluded.seller, outcome = excluded.outcome, total_amount = excluded.total_amount,
    price = excluded.price, amount = excluded.amount, status = excluded.status,
    created_at = excluded.created_at, updated_at = excluded.updated_at`
