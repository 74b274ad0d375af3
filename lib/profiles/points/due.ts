import type { ClientBase } from "pg"
import { orderKinds } from "@/lib/markets/constants"
import { WAD } from "@/lib/units"
import { POINT_RULES } from "./formula"

export type Client = Pick<ClientBase, "query">

/** Stored or removed rows that may earn points; times are Unix seconds. */
export type EarningRows = {
  trades: readonly {
    id: number
    time: number
    token: string
    user: string
    type: number
    amountUsdc: bigint
    routingLeg: boolean
  }[]
  purchases: readonly SharePurchase[]
  fills: readonly SharePurchase[]
}

type SharePurchase = { id: number; time: number; token: string; buyer: string; usdc: bigint }

type Earning = { id: number; time: number; token: string; wallet: string }

const BUY = 0
export const MIN_TRADE = POINT_RULES.minTradeUsd * WAD
export const MIN_PREDICTION = POINT_RULES.minPredictionUsd * WAD

/** Whether an order event is a fill. */
export const isFill = <R extends { kind: number; buyer: string | null; usdc: bigint | null }>(
  row: R,
): row is R & { buyer: string; usdc: bigint } =>
  row.kind === orderKinds.filled && row.buyer !== null && row.usdc !== null

/**
 * Marks the wallets of these rows, and the tokens whose first buyers they may change, as due in one statement. Their
 * points are computed later.
 */
export async function markEarnersDue(client: Client, rows: EarningRows): Promise<void> {
  const earnings = toEarnings(rows)
  if (earnings.length === 0) return
  const wallets = keepEarliest(earnings, ({ wallet, time }) => [wallet, time])
  const tokens = keepEarliest(earnings, ({ token, id }) => [token, id])
  await client.query(MARK_DUE, [
    `{${[...wallets.keys()]}}`,
    `{${[...wallets.values()]}}`,
    `{${[...tokens.keys()]}}`,
    `{${[...tokens.values()]}}`,
  ])
}

function toEarnings({ trades, purchases, fills }: EarningRows): Earning[] {
  const earnings: Earning[] = []
  for (const { id, time, token, user, type, amountUsdc, routingLeg } of trades) {
    if (type !== BUY || routingLeg || amountUsdc < MIN_TRADE) continue
    earnings.push({ id, time, token, wallet: user })
  }
  for (const rows of [purchases, fills]) {
    for (const { id, time, token, buyer, usdc } of rows) {
      if (usdc >= MIN_PREDICTION) earnings.push({ id, time, token, wallet: buyer })
    }
  }
  return earnings
}

/** The smallest number of each key, sorted by key: writers lock rows in one order. */
function keepEarliest(rows: readonly Earning[], entry: (row: Earning) => [string, number]) {
  const smallest = new Map<string, number>()
  for (const row of rows) {
    const [key, value] = entry(row)
    const known = smallest.get(key)
    if (known === undefined || value < known) smallest.set(key, value)
  }
  return new Map([...smallest].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const KEEP_EARLIER = `on conflict (wallet) do update set day = excluded.day
  where excluded.day < points_due.day`

/** Only rows at or before an existing award can change it. */
const MARK_DUE = `with creations as (
    insert into creation_due (token)
    select given.token from unnest($3::text[], $4::bigint[]) as given (token, id)
    left join creation_award award using (token)
    where award.id is null or award.id >= given.id
    on conflict do nothing
  )
  insert into points_due (wallet, day)
  select wallet, (to_timestamp(time) at time zone 'UTC')::date
  from unnest($1::text[], $2::bigint[]) as given (wallet, time)
  ${KEEP_EARLIER}`

/** Marks wallets as due from a day on, counted from 1970-01-01. */
export async function markWalletsDue(
  client: Client,
  due: readonly { wallet: string; day: number }[],
): Promise<void> {
  if (due.length === 0) return
  await client.query(
    `insert into points_due (wallet, day)
    select wallet, date '1970-01-01' + min(day)
    from unnest($1::text[], $2::int[]) as given (wallet, day) group by wallet order by wallet
    ${KEEP_EARLIER}`,
    [due.map(({ wallet }) => wallet), due.map(({ day }) => day)],
  )
}

/**
 * Marks these wallets, for the kickback, and two layers of their referrers as due. Without wallets, all wallets of all
 * referrals.
 */
export async function markReferralsDue(client: Client, wallets?: readonly string[]): Promise<void> {
  await client.query(
    `insert into points_due (wallet, day)
    select distinct concerned.wallet, date '1970-01-01' from referral r
    cross join lateral (
      values (r.wallet), (r.referrer)
      union select referrer from referral above where above.wallet = r.referrer
    ) as concerned (wallet)
    where $1::text[] is null or r.wallet = any($1) order by concerned.wallet
    ${KEEP_EARLIER}`,
    [wallets ?? null],
  )
}

/** Marks tokens and markets whose creators may have earned or lost an award. */
export async function markCreationsDue(client: Client, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await client.query(
    `insert into creation_due (token) select unnest($1::text[]) on conflict do nothing`,
    [tokens],
  )
}

/** Marks every wallet that may have points, and every creation. */
export async function markAllDue(client: Client): Promise<void> {
  await client.query(
    "insert into creation_due (token) select token from token_creation on conflict do nothing",
  )
  await client.query(
    `insert into points_due (wallet, day)
    select wallet, date '1970-01-01' from (
      select distinct "user" as wallet from trade
      where type = ${BUY} and not routing_leg and amount_usdc >= ${MIN_TRADE}
      union select buyer from share_trade where usdc >= ${MIN_PREDICTION}
      union select buyer from order_event
      where kind = ${orderKinds.filled} and usdc >= ${MIN_PREDICTION}
      union select wallet from agent_award
    ) earners order by wallet
    ${KEEP_EARLIER}`,
  )
}
