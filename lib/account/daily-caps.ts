import { sql } from "kysely"
import { formatEther } from "viem"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { startComputation } from "@/lib/profiles/points/background"
import { DAY_SECONDS, POINT_RULES } from "@/lib/profiles/points/formula"
import { findPositionsToday } from "@/lib/profiles/points/position-rows"
import type { DailyCaps } from "./schema"

const DAY_MS = DAY_SECONDS * 1_000

/**
 * GET /api/v1/me/daily-caps: today's posts, and today's base points as far as they are computed. Positions earn their
 * points when the day is over, so the points they have earned so far are computed here.
 */
export async function findDailyCaps(wallet: string): Promise<DailyCaps> {
  const now = Date.now()
  const start = now - (now % DAY_MS)
  const day = new Date(start).toISOString()
  const [[row], positions] = await Promise.all([
    selectDay({ wallet, day }),
    findPositionsToday(wallet),
  ])
  if (!row) throw new Error("A given wallet has a row")
  if (row.isDue) startComputation(wallet)
  const { categoryCap, postsPerDay } = POINT_RULES
  const bases = { ...row, positions: formatEther(positions) }
  const pointCaps = (["trading", "prediction", "creator", "positions"] as const).map(
    (category) => ({
      category,
      percent: toPercent(Number(bases[category]), Number(categoryCap)),
    }),
  )
  return {
    date: day.slice(0, 10),
    resetsInSeconds: Math.ceil((start + DAY_MS - now) / 1_000),
    pointCaps,
    countCaps: [
      { category: "social_x", percent: toPercent(row.attempts, postsPerDay) },
      { category: "social_moltbook", percent: toPercent(row.posts, postsPerDay) },
    ],
  }
}

/** With one decimal, at most 100. */
const toPercent = (used: number, cap: number) =>
  Math.min(100, Math.round((used * 1_000) / cap) / 10)

/** Attempts that are still running count until their lease ends; the post that links an account counts for nothing. */
const selectDay = statement({ wallet: "text", day: "timestamptz" }, ({ wallet, day }) => {
  const date = sql<Date>`(${day} at time zone 'UTC')::date`
  const rows = sql<number>`count(*)::int`.as("rows")
  return db
    .selectFrom(sql<{ wallet: string }>`(values (${wallet}))`.as<"given">(sql`given (wallet)`))
    .leftJoin("points_day as p", (join) =>
      join.onRef("p.wallet", "=", "given.wallet").on("p.day", "=", date),
    )
    .select(({ fn, exists, selectFrom }) => {
      const base = (category: "trading" | "prediction" | "creator") =>
        fn.coalesce(`p.${category}`, sql<string>`0`).as(category)
      const attempts = selectFrom("x_post as x")
        .select(rows)
        .where("x.wallet", "=", wallet)
        .where("x.day", "=", date)
        .where(({ or, eb }) =>
          or([eb("x.lease_until", "is", null), eb("x.lease_until", ">", sql<Date>`now()`)]),
        )
      const posts = selectFrom("moltbook_post as m")
        .select(rows)
        .where("m.wallet", "=", wallet)
        .where("m.is_challenge", "=", sql.lit(false))
        .where("m.created_at", ">=", day)
        .where(({ ref }) => sql<boolean>`${ref("m.created_at")} < ${day} + interval '1 day'`)
      return [
        ...[base("trading"), base("prediction"), base("creator")],
        sql<number>`(${attempts})`.as("attempts"),
        sql<number>`(${posts})`.as("posts"),
        exists(selectFrom("points_due").select("wallet").where("wallet", "=", wallet))
          .$castTo<boolean>()
          .as("isDue"),
      ]
    })
})
