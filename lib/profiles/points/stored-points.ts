import { DUE_CTE, type DueWallet, toDueArrays } from "./base-points"
import type { Client } from "./due"
import type { ReferredPoints, Streak } from "./formula"

/** What is stored of a wallet: sums before the day it is computed from, and its days from there on. */
export type StoredPoints = {
  total: bigint
  reachedAt: Date | null
  streak: Streak
  days: Map<number, { own: bigint; referral: bigint }>
}

/** After this many active days a streak's factor grows no more. */
const LONGEST_STREAK = 11

const toPointUnits = (sum: string) => `trunc((${sum}) * 1000000000000000000000000)::text`
const toDayNumber = (column: string) => `${column} - date '1970-01-01'`

export async function readStoredPoints(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, StoredPoints>> {
  const values = toDueArrays(due)
  const sums = await client.query<{ wallet: string; total: string; at: Date | null }>(
    `with ${DUE_CTE} select due.wallet, ${toPointUnits("coalesce(sum(p.own + p.referral), 0)")} as total,
      max(p.reached_at) filter (where p.own + p.referral > 0) as at
    from due left join points_day p on p.wallet = due.wallet and p.day < due.day
    group by due.wallet`,
    values,
  )
  const active = await client.query<DueWallet>(
    `with ${DUE_CTE} select due.wallet, ${toDayNumber("p.day")} as day
    from due join points_day p on p.wallet = due.wallet and p.day < due.day
      and p.day >= due.day - ${LONGEST_STREAK} and p.trading + p.prediction + p.creator > 0
    order by p.day`,
    values,
  )
  const days = await client.query<DueWallet & { own: string; referral: string }>(
    `with ${DUE_CTE} select p.wallet, ${toDayNumber("p.day")} as day, ${toPointUnits("p.own")} as own,
      ${toPointUnits("p.referral")} as referral
    from due join points_day p on p.wallet = due.wallet and p.day >= due.day`,
    values,
  )
  const stored = new Map(
    sums.rows.map(({ wallet, total, at }): [string, StoredPoints] => [
      wallet,
      {
        total: BigInt(total),
        reachedAt: at,
        streak: { day: -2, length: 0 },
        days: new Map(),
      },
    ]),
  )
  for (const { wallet, day } of active.rows) {
    const entry = stored.get(wallet)
    if (!entry) continue
    const { streak } = entry
    entry.streak = { day, length: day === streak.day + 1 ? streak.length + 1 : 1 }
  }
  for (const { wallet, day, own, referral } of days.rows) {
    stored.get(wallet)?.days.set(day, { own: BigInt(own), referral: BigInt(referral) })
  }
  return stored
}

/** The days after the one on which a referrer was set count, and for the second layer those after both. */
const REFERRED_POINTS = `with ${DUE_CTE}, referrals as (
    select due.wallet, due.day as since, r.wallet as referral, 1 as layer, r.set_at
    from due join referral r on r.referrer = due.wallet
    union all
    select due.wallet, due.day, s.wallet, 2, greatest(r.set_at, s.set_at)
    from due join referral r on r.referrer = due.wallet join referral s on s.referrer = r.wallet
  )
  select r.wallet, ${toDayNumber("p.day")} as day,
    ${toPointUnits("coalesce(sum(p.own) filter (where layer = 1), 0)")} as first,
    ${toPointUnits("coalesce(sum(p.own) filter (where layer = 2), 0)")} as second,
    max(p.own_at) as at
  from referrals r join points_day p on p.wallet = r.referral and p.day >= r.since
    and p.day > (r.set_at at time zone 'UTC')::date and p.own > 0
  group by r.wallet, p.day`

/** Everything before a wallet's first day counts as one. */
const REFERRER_TOTALS = `with ${DUE_CTE}
  select due.wallet, ${toDayNumber("(r.set_at at time zone 'UTC')::date")} as joined,
    case when p.day >= due.day then ${toDayNumber("p.day")} end as day,
    ${toPointUnits("coalesce(sum(p.own + p.referral), 0)")} as points
  from due join referral r on r.wallet = due.wallet left join points_day p on p.wallet = r.referrer
  group by 1, 2, 3 order by 1, 3 nulls first`

type ReferredRow = { wallet: string; day: number; first: string; second: string; at: Date }
type ReferrerRow = { wallet: string; joined: number; day: number | null; points: string }

/** What the referrals of these wallets earned, by wallet and day. */
export async function readReferredPoints(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, Map<number, ReferredPoints>>> {
  const { rows } = await client.query<ReferredRow>(REFERRED_POINTS, toDueArrays(due))
  const referred = new Map(due.map(({ wallet }) => [wallet, new Map<number, ReferredPoints>()]))
  for (const { wallet, day, first, second, at } of rows) {
    referred.get(wallet)?.set(day, { first: BigInt(first), second: BigInt(second), at })
  }
  return referred
}

/** A referrer's total at 00:00 UTC of a day; null on days that do not count. Days are asked for in ascending order. */
export type TotalByDay = (day: number) => bigint | null

/** Where the referrers of these wallets stood. */
export async function readReferrerTotals(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, TotalByDay>> {
  const { rows } = await client.query<ReferrerRow>(REFERRER_TOTALS, toDueArrays(due))
  const rowsByWallet = new Map<string, ReferrerRow[]>()
  for (const row of rows) {
    const known = rowsByWallet.get(row.wallet)
    if (known) known.push(row)
    else rowsByWallet.set(row.wallet, [row])
  }
  return new Map([...rowsByWallet].map(([wallet, days]) => [wallet, toTotalByDay(days)]))
}

function toTotalByDay(rows: readonly ReferrerRow[]): TotalByDay {
  const joined = rows[0]?.joined ?? 0
  let [sum, next] = [0n, 0]
  return (day) => {
    if (day <= joined) return null
    for (;;) {
      const row = rows[next]
      if (!row || (row.day !== null && row.day >= day)) return sum
      sum += BigInt(row.points)
      next++
    }
  }
}
