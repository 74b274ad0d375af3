import { orderKinds } from "@/lib/markets/constants"
import { WAD } from "@/lib/units"
import { type Client, MIN_PREDICTION, MIN_TRADE } from "./due"
import { type BasePoints, POINT_RULES } from "./formula"

export type DueWallet = { wallet: string; day: number }

/** Arrays of a query's `due`: wallets and the days from which they are computed. */
export const toDueArrays = (due: readonly DueWallet[]) => [
  due.map(({ wallet }) => wallet),
  due.map(({ day }) => day),
]

export const DUE_CTE = `due as materialized (
    select wallet, date '1970-01-01' + day as day, (date '1970-01-01' + day) at time zone 'UTC' as since
    from unnest($1::text[], $2::int[]) as given (wallet, day)
  )`

/** Row ids rise with block times: the first of a table that is not before `since`. */
const firstIdSince = (table: string) => `(
    select min(id) from ${table} where time = (
      select time from ${table} where time >= due.since order by time limit 1))`

const EARNING_ROWS = `${DUE_CTE}, earned as (
    select due.wallet, 'trading' as category, r.id, r.time, r.amount_usdc as usd
    from due cross join lateral (select ${firstIdSince("trade")} as id) first
    join trade r on r."user" = due.wallet and r.type = 0 and r.id >= first.id
      and not r.routing_leg and r.amount_usdc >= ${MIN_TRADE}
    join token k on k.address = r.token and k.dev <> due.wallet
    union all
    select due.wallet, 'prediction', r.id, r.time, r.usdc
    from due cross join lateral (select ${firstIdSince("share_trade")} as id) first
    join share_trade r on r.buyer = due.wallet and r.id >= first.id and r.usdc >= ${MIN_PREDICTION}
    join token k on k.address = r.token and k.dev <> due.wallet
    union all
    select due.wallet, 'prediction', r.id, r.time, r.usdc
    from due cross join lateral (select ${firstIdSince("order_event")} as id) first
    join order_event r on r.buyer = due.wallet and r.id >= first.id
      and r.kind = ${orderKinds.filled} and r.usdc >= ${MIN_PREDICTION}
    join token k on k.address = r.token and k.dev <> due.wallet
    union all
    select due.wallet, 'creator', r.id, r.time, r.points * ${WAD}::numeric
    from due join creation_award r on r.wallet = due.wallet and r.time >= due.since
    union all
    select due.wallet, 'award', 0, r.time, 0
    from due join agent_award r on r.wallet = due.wallet and r.time >= due.since
  )`

/** What comes after a category's cap is reached adds nothing, so it does not tell when a total was reached. */
const BASE_POINTS = `with ${EARNING_ROWS}, placed as (
    select *, (time at time zone 'UTC')::date as day,
      coalesce(sum(usd) over (partition by wallet, (time at time zone 'UTC')::date, category
        order by id rows between unbounded preceding and 1 preceding), 0) as before
    from earned
  )
  select wallet, day - date '1970-01-01' as day,
    coalesce(sum(usd) filter (where category = 'trading'), 0)::text as trading,
    coalesce(sum(usd) filter (where category = 'prediction'), 0)::text as prediction,
    coalesce(sum(usd) filter (where category = 'creator'), 0)::text as creator,
    bool_or(category = 'award') as award,
    max(time) filter (where before < ${POINT_RULES.categoryCap * WAD}) as at
  from placed group by wallet, day order by wallet, day`

type BasePointsRow = {
  wallet: string
  day: number
  trading: string
  prediction: string
  creator: string
  award: boolean
  at: Date
}

/** Each wallet's base points of its days from the due one on, ascending. */
export async function readBasePoints(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, BasePoints[]>> {
  const { rows } = await client.query<BasePointsRow>(BASE_POINTS, toDueArrays(due))
  const bases = new Map<string, BasePoints[]>(due.map(({ wallet }) => [wallet, []]))
  for (const { wallet, day, trading, prediction, creator, award, at } of rows) {
    bases.get(wallet)?.push({
      day,
      trading: BigInt(trading),
      prediction: BigInt(prediction),
      creator: BigInt(creator),
      // Vaults, locks and loans are not indexed: nobody holds a position that could count.
      positions: 0n,
      hasAgentAward: award,
      at,
    })
  }
  return bases
}
