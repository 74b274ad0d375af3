import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db, writers } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { DailyJob } from "@/lib/jobs/daily"
import { computeAllDue } from "@/lib/profiles/points/background"
import { todayUtc } from "@/lib/profiles/points/due"

/** Stores the ranks at 00:00 UTC once the points of all earlier days are computed. */
export const rankSnapshotJob: DailyJob = {
  name: "rank snapshot",
  run: async ({ signal }) => {
    while ((await selectEarlierDue({})).length > 0) {
      signal.throwIfAborted()
      await computeAllDue()
    }
    const client = await writers().connect()
    await storeRankSnapshot(client).finally(() => client.release())
  },
}

const selectEarlierDue = statement({}, () =>
  db.selectFrom("points_due").select("wallet").where("day", "<", todayUtc).limit(sql.lit(1)),
)

/** The ranks at 00:00 UTC of today: they follow from `points_day` at any later time, while nothing earlier is due. */
export async function storeRankSnapshot(client: Pick<ClientBase, "query">): Promise<void> {
  await insertRanks({}, client)
}

/** Totals without today's points; few wallets have some, and the others keep their total. */
const insertRanks = statement({}, () =>
  db
    .with(
      (table) => table("active").materialized(),
      (queries) =>
        queries.selectFrom("points_day").select("wallet").distinct().where("day", ">=", todayUtc),
    )
    .with("totals", (queries) =>
      queries
        .selectFrom("wallet_points as w")
        .select(["w.wallet", "w.total", "w.reached_at"])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("active").select("wallet").whereRef("active.wallet", "=", "w.wallet"),
            ),
          ),
        )
        .unionAll(
          queries
            .selectFrom("active")
            .innerJoin("points_day as p", "p.wallet", "active.wallet")
            .select(({ ref, fn }) => [
              "active.wallet",
              sql<string>`trunc(sum(${ref("p.own")} + ${ref("p.referral")}))::bigint`.as("total"),
              fn.max("p.reached_at").as("reached_at"),
            ])
            .where("p.day", "<", todayUtc)
            .groupBy("active.wallet"),
        ),
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
        .deleteFrom("rank_snapshot as s")
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(selectFrom("ranks").select("wallet").whereRef("ranks.wallet", "=", "s.wallet")),
          ),
        ),
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
