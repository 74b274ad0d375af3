import { type Expression, sql } from "kysely"
import { statement } from "@/lib/db/statement"
import { withDueWallets } from "./base-points"
import {
  type Client,
  type DueWallet,
  dueParameters,
  toDayNumber,
  toDueInput,
  toUtcDay,
} from "./due"
import type { ReferredPoints, Streak } from "./formula"

/** The stored points of a wallet: sums before the day it is computed from, and its days from there on. */
export type StoredPoints = {
  total: bigint
  reachedAt: Date | null
  streak: Streak
  days: Map<number, { own: bigint; referral: bigint }>
}

/** After this many active days a streak's factor grows no more. */
const LONGEST_STREAK = 11

/** Points with all their 24 decimals as an integer in text. */
const toPointUnits = (points: Expression<unknown>) =>
  sql<string>`trunc((${points}) * 1000000000000000000000000)::text`

const selectSums = statement(dueParameters, (placeholders) =>
  withDueWallets(placeholders)
    .selectFrom("due")
    .leftJoin("points_day as p", (join) =>
      join.onRef("p.wallet", "=", "due.wallet").onRef("p.day", "<", "due.day"),
    )
    .select(({ ref }) => {
      const points = sql`${ref("p.own")} + ${ref("p.referral")}`
      return [
        "due.wallet",
        toPointUnits(sql`coalesce(sum(${points}), 0)`).as("total"),
        sql<Date | null>`max(${ref("p.reached_at")}) filter (where ${points} > 0)`.as("at"),
      ]
    })
    .groupBy("due.wallet"),
)

/** The active days right before the due one, up to the longest streak that matters. */
const selectActiveDays = statement(dueParameters, (placeholders) =>
  withDueWallets(placeholders)
    .selectFrom("due")
    .innerJoin("points_day as p", (join) =>
      join
        .onRef("p.wallet", "=", "due.wallet")
        .onRef("p.day", "<", "due.day")
        .on(
          ({ ref }) =>
            sql<boolean>`${ref("p.day")} >= ${ref("due.day")} - ${sql.lit(LONGEST_STREAK)}`,
        )
        .on(
          ({ ref }) =>
            sql<boolean>`${ref("p.trading")} + ${ref("p.prediction")} + ${ref("p.creator")} > 0`,
        ),
    )
    .select(({ ref }) => ["due.wallet", toDayNumber(ref("p.day")).as("day")])
    .orderBy("p.day"),
)

const selectDays = statement(dueParameters, (placeholders) =>
  withDueWallets(placeholders)
    .selectFrom("due")
    .innerJoin("points_day as p", (join) =>
      join.onRef("p.wallet", "=", "due.wallet").onRef("p.day", ">=", "due.day"),
    )
    .select(({ ref }) => [
      "p.wallet",
      toDayNumber(ref("p.day")).as("day"),
      toPointUnits(ref("p.own")).as("own"),
      toPointUnits(ref("p.referral")).as("referral"),
    ]),
)

export async function readStoredPoints(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, StoredPoints>> {
  const input = toDueInput(due)
  const sums = await selectSums(input, client)
  const stored = new Map(
    sums.map(({ wallet, total, at }): [string, StoredPoints] => [
      wallet,
      { total: BigInt(total), reachedAt: at, streak: { day: -2, length: 0 }, days: new Map() },
    ]),
  )
  for (const { wallet, day } of await selectActiveDays(input, client)) {
    const entry = stored.get(wallet)
    if (!entry) continue
    const { streak } = entry
    entry.streak = { day, length: day === streak.day + 1 ? streak.length + 1 : 1 }
  }
  for (const { wallet, day, own, referral } of await selectDays(input, client)) {
    stored.get(wallet)?.days.set(day, { own: BigInt(own), referral: BigInt(referral) })
  }
  return stored
}

/** Days after the one on which a referrer was set count; for the second layer, days after both were set. */
const selectReferredPoints = statement(dueParameters, (placeholders) =>
  withDueWallets(placeholders)
    .with("referrals", (queries) =>
      queries
        .selectFrom("due")
        .innerJoin("referral as first", "first.referrer", "due.wallet")
        .select([
          "due.wallet",
          "due.day as since",
          "first.wallet as referral",
          sql<number>`1`.as("layer"),
          "first.set_at as setAt",
        ])
        .unionAll(
          queries
            .selectFrom("due")
            .innerJoin("referral as first", "first.referrer", "due.wallet")
            .innerJoin("referral as second", "second.referrer", "first.wallet")
            .select(({ ref }) => [
              "due.wallet",
              "due.day as since",
              "second.wallet as referral",
              sql<number>`2`.as("layer"),
              sql<Date>`greatest(${ref("first.set_at")}, ${ref("second.set_at")})`.as("setAt"),
            ]),
        ),
    )
    .selectFrom("referrals as r")
    .innerJoin("points_day as p", (join) =>
      join
        .onRef("p.wallet", "=", "r.referral")
        .onRef("p.day", ">=", "r.since")
        .on(({ ref }) => sql<boolean>`${ref("p.day")} > ${toUtcDay(ref("r.setAt"))}`)
        .on("p.own", ">", sql.lit("0")),
    )
    .select(({ ref }) => {
      const own = (layer: 1 | 2) =>
        sql`coalesce(sum(${ref("p.own")}) filter (where ${ref("r.layer")} = ${sql.lit(layer)}), 0)`
      return [
        "r.wallet",
        toDayNumber(ref("p.day")).as("day"),
        toPointUnits(own(1)).as("first"),
        toPointUnits(own(2)).as("second"),
        sql<Date>`max(${ref("p.own_at")})`.as("at"),
      ]
    })
    .groupBy(["r.wallet", "p.day"]),
)

/** The points that the referrals of these wallets earned, by wallet and day. */
export async function readReferredPoints(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, Map<number, ReferredPoints>>> {
  const referred = new Map(due.map(({ wallet }) => [wallet, new Map<number, ReferredPoints>()]))
  for (const row of await selectReferredPoints(toDueInput(due), client)) {
    const { wallet, day, first, second, at } = row
    referred.get(wallet)?.set(day, { first: BigInt(first), second: BigInt(second), at })
  }
  return referred
}

/** A referrer's points by day, ascending; those before the wallet's due day are one row without a day. */
const selectReferrerPoints = statement(dueParameters, (placeholders) =>
  withDueWallets(placeholders)
    .selectFrom("due")
    .innerJoin("referral as r", "r.wallet", "due.wallet")
    .leftJoin("points_day as p", "p.wallet", "r.referrer")
    .select(({ ref }) => [
      "due.wallet",
      toDayNumber(toUtcDay(ref("r.set_at"))).as("joined"),
      sql<number | null>`case when ${ref("p.day")} >= ${ref("due.day")}
        then ${toDayNumber(ref("p.day"))} end`.as("day"),
      toPointUnits(sql`coalesce(sum(${ref("p.own")} + ${ref("p.referral")}), 0)`).as("points"),
    ])
    .groupBy(sql`1, 2, 3`)
    .orderBy(sql`1, 3 nulls first`),
)

type ReferrerRow = Awaited<ReturnType<typeof selectReferrerPoints>>[number]

/** A referrer's total at 00:00 UTC of a day; null on days that do not count. To be called with ascending days. */
export type TotalByDay = (day: number) => bigint | null

/** The totals of the referrers of these wallets. */
export async function readReferrerTotals(
  client: Client,
  due: readonly DueWallet[],
): Promise<Map<string, TotalByDay>> {
  const rowsByWallet = new Map<string, ReferrerRow[]>()
  for (const row of await selectReferrerPoints(toDueInput(due), client)) {
    const rows = rowsByWallet.get(row.wallet)
    if (rows) rows.push(row)
    else rowsByWallet.set(row.wallet, [row])
  }
  return new Map([...rowsByWallet].map(([wallet, rows]) => [wallet, toTotalByDay(rows)]))
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
