import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { Client } from "./due"

/**
 * Stores the ranks at 00:00 UTC of today, once a day. They follow from `points_day` at any later time, while nothing is
 * due.
 */
export async function storeRankSnapshot(client: Client): Promise<void> {
  const stored = await selectTodaysSnapshot({}, client)
  if (stored.length === 0) await insertRanks({}, client)
}

/** The current UTC day. */
export const todayUtc = sql<Date>`(now() at time zone 'UTC')::date`

const selectTodaysSnapshot = statement({}, () =>
  db.selectFrom("rank_snapshot").select("wallet").where("day", "=", todayUtc).limit(sql.lit(1)),
)

const insertRanks = statement({}, () =>
  db
    .with("totals", (queries) =>
      queries
        .selectFrom("points_day")
        .select(({ ref, fn }) => [
          "wallet",
          sql<string>`trunc(sum(${ref("own")} + ${ref("referral")}))`.as("total"),
          fn.max("reached_at").as("reached_at"),
        ])
        .where("day", "<", todayUtc)
        .groupBy("wallet"),
    )
    .with("ranks", (queries) =>
      queries
        .selectFrom("totals")
        .select(({ fn }) => [
          "wallet",
          fn
            .agg<number>("row_number")
            .over((over) => over.orderBy("total", "desc").orderBy("reached_at").orderBy("wallet"))
            .as("rank"),
        ])
        .where("total", ">", sql.lit("0")),
    )
    .with("removed", (queries) =>
      queries
        .deleteFrom("rank_snapshot")
        .where("wallet", "not in", ({ selectFrom }) => selectFrom("ranks").select("wallet")),
    )
    .insertInto("rank_snapshot")
    .columns(["wallet", "day", "rank"])
    .expression((eb) => eb.selectFrom("ranks").select(["wallet", todayUtc.as("day"), "rank"]))
    .onConflict((conflict) =>
      conflict
        .column("wallet")
        .doUpdateSet(({ ref }) => ({ day: ref("excluded.day"), rank: ref("excluded.rank") })),
    ),
)
