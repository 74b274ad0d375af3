import { sql } from "kysely"
import type { ClientBase } from "pg"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { underLease } from "@/lib/db/write-lock"
import { columnsOf } from "@/lib/events/bulk-writes"
import { orderKinds } from "@/lib/markets/constants"
import { refreshPulseCounts } from "@/lib/pulse-counts"
import { selectDayStartId } from "@/lib/tokens/trades/queries"

/** The shortest pause between two computations, and the longest part of the time they may take. */
const MIN_INTERVAL_MS = 3_000
const MAX_LOAD = 0.05

/** Keeps `token_day` and `market_day`, by which lists are sorted, and `pulse_count` a few seconds old. */
export class LastDayUpdater {
  private nextAt = 0

  constructor(private readonly client: ClientBase) {}

  async refresh(): Promise<void> {
    const startedAt = performance.now()
    if (startedAt < this.nextAt) return
    await underLease(this.client, () => refreshLastDay(this.client))
    const endedAt = performance.now()
    this.nextAt = endedAt + Math.max(MIN_INTERVAL_MS, (endedAt - startedAt) / MAX_LOAD)
  }
}

/**
 * Computes the last 24 hours of all tokens from trades, reserves and candles, so that nothing a reorganisation removed
 * stays in them. Only rows of tokens that differ are written.
 */
export async function refreshLastDay(client: Pick<ClientBase, "query">): Promise<void> {
  await refreshTokenDay({}, client)
  await refreshMarketDay({}, client)
  await refreshPulseCounts(client)
}

const dayColumns = ["volume", "trades", "moved"] as const

/**
 * Updates `market_day`. An outcome's probability a day ago is that of the last purchase before: its reserve and the
 * sum of all reserves then are the current ones less the payments since.
 */
const refreshMarketDay = statement({}, () => {
  const dayAgo = sql<Date>`now() - interval '24 hours'`
  const count = sql<number>`count(*)::int`
  return db
    .with(
      (name) => name("bought").materialized(),
      (cte) =>
        cte
          .selectFrom("share_trade")
          .select(({ fn }) => ["token", "outcome", fn.sum<string>("usdc").as("paid")])
          .select(count.as("trades"))
          .where("time", ">=", dayAgo)
          .groupBy(["token", "outcome"]),
    )
    .with(
      (name) => name("filled").materialized(),
      (cte) =>
        cte
          .selectFrom("order_event")
          .select(({ fn }) => ["token", fn.sum<string>("usdc").as("paid"), count.as("trades")])
          .where("time", ">=", dayAgo)
          .where("kind", "=", sql.lit(orderKinds.filled))
          .groupBy("token"),
    )
    .with("sums", (cte) =>
      cte
        .selectFrom("bought")
        .select(({ fn, ref }) => [
          "token",
          fn.sum<string>("paid").as("paid"),
          sql<number>`sum(${ref("trades")})::int`.as("trades"),
        ])
        .groupBy("token"),
    )
    .with("moves", (cte) =>
      cte
        .selectFrom("sums as s")
        .innerJoin("market as m", "m.token", "s.token")
        .innerJoin("market_outcome as o", "o.token", "s.token")
        .leftJoin("bought as b", (join) =>
          join.onRef("b.token", "=", "o.token").onRef("b.outcome", "=", "o.outcome"),
        )
        .select(({ ref }) => {
          const reserve = sql`${ref("m.base_reserve")} + ${ref("o.paid")}`
          const total = sql`${ref("m.base_reserve")} * jsonb_array_length(${ref("m.options")})
            + ${ref("m.paid_in")}`
          const move = sql<string>`(${reserve}) / (${total})
            - (${reserve} - coalesce(${ref("b.paid")}, 0)) / (${total} - ${ref("s.paid")})`
          return ["o.token", "o.outcome", move.as("move")]
        }),
    )
    .with("largest", (cte) =>
      cte
        .selectFrom("moves")
        .distinctOn("token")
        .select(["token", "move"])
        .orderBy("token")
        .orderBy(({ fn }) => fn("abs", ["move"]), "desc")
        // With two outcomes, one's gain is the other's loss.
        .orderBy("outcome"),
    )
    .with("day", (cte) =>
      cte
        .selectFrom("sums as s")
        .fullJoin("filled as f", "f.token", "s.token")
        .leftJoin("largest as l", "l.token", "s.token")
        .select(({ ref }) => [
          sql<string>`coalesce(${ref("s.token")}, ${ref("f.token")})`.as("token"),
          sql<string>`coalesce(${ref("s.paid")}, 0) + coalesce(${ref("f.paid")}, 0)`.as("volume"),
          sql<number>`coalesce(${ref("s.trades")}, 0) + coalesce(${ref("f.trades")}, 0)`.as(
            "trades",
          ),
          sql<number>`coalesce(${ref("l.move")}, 0)::float8`.as("moved"),
        ]),
    )
    .with("gone", (cte) =>
      cte
        .deleteFrom("market_day as old")
        .where(({ not, exists, selectFrom, ref }) =>
          not(
            exists(selectFrom("day").select("day.token").where("day.token", "=", ref("old.token"))),
          ),
        ),
    )
    .insertInto("market_day")
    .columns(["token", ...dayColumns])
    .expression((eb) => eb.selectFrom("day").select("token").select(dayColumns).orderBy("token"))
    .onConflict((conflict) =>
      conflict
        .column("token")
        .doUpdateSet(columnsOf("excluded", dayColumns))
        .where(hasChanged("market_day")),
    )
})

const refreshTokenDay = statement({}, () =>
  db
    .with(
      (name) => name("day").materialized(),
      (cte) =>
        cte
          .selectFrom("trade")
          .select(({ ref }) => [
            "token",
            sql<string>`coalesce(
              sum(${ref("amount_usdc")}) filter (where not ${ref("routing_leg")}), 0
            )`.as("volume"),
            sql<number>`(count(*) filter (where not ${ref("routing_leg")}))::int`.as("trades"),
          ])
          .where("id", ">=", selectDayStartId())
          .groupBy("token"),
    )
    .with("gone", (cte) =>
      cte
        .deleteFrom("token_day as old")
        .where(({ not, exists, selectFrom, ref }) =>
          not(
            exists(selectFrom("day").select("day.token").where("day.token", "=", ref("old.token"))),
          ),
        ),
    )
    .insertInto("token_day")
    .columns(["token", ...dayColumns])
    .expression((eb) =>
      eb
        .selectFrom("day")
        .innerJoin("token as t", "t.address", "day.token")
        .innerJoinLateral(
          ({ ref }) =>
            sql<{ price: string }>`candle_price_day_ago(${ref("t.address")})`.as<"day_ago">(
              sql`day_ago`,
            ),
          (join) => join.onTrue(),
        )
        .select(({ ref }) => [
          "day.token",
          "day.volume",
          "day.trades",
          sql<number | null>`case when ${ref("t.reserve0")} > 0 then (
            ${ref("t.reserve1")}::numeric(160, 60) / ${ref("t.reserve0")}
              / nullif(${ref("day_ago.price")}, 0)
          )::float8 end`.as("moved"),
        ])
        .orderBy("day.token"),
    )
    .onConflict((conflict) =>
      conflict
        .column("token")
        .doUpdateSet(columnsOf("excluded", dayColumns))
        .where(hasChanged("token_day")),
    ),
)

const hasChanged = (table: "token_day" | "market_day") => {
  const values = (from: string) => sql.join(dayColumns.map((name) => sql.ref(`${from}.${name}`)))
  return sql<boolean>`(${values(table)}) is distinct from (${values("excluded")})`
}
