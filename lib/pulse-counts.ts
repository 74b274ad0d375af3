import { type Expression, sql } from "kysely"
import type { ClientBase } from "pg"
import { getDeployment, listPlatformContracts } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { type Placeholders, statement } from "@/lib/db/statement"
import { columnsOf } from "@/lib/events/bulk-writes"
import { orderKinds } from "@/lib/markets/constants"
import { rankedWallets } from "@/lib/profiles/ranks/chunks"

/** `platform`: the contracts of the address book, which trade on behalf of others. */
const parameters = { platform: "text[]", mainToken: "text" } as const

const inputs = () => ({
  platform: listPlatformContracts(),
  mainToken: getDeployment().mainToken,
})

/** Buys, sells, purchases of shares and filled orders of the last 24 hours by who made them, without routing legs. */
const tradersOfDay = () => {
  const isOfDay = (time: Expression<Date>) => sql<boolean>`${time} >= now() - interval '24 hours'`
  return db
    .selectFrom("trade")
    .select("user")
    .where(({ ref }) => isOfDay(ref("time")))
    .where((eb) => eb.not("routing_leg"))
    .unionAll(
      db
        .selectFrom("share_trade")
        .select("buyer as user")
        .where(({ ref }) => isOfDay(ref("time"))),
    )
    .unionAll(
      db
        .selectFrom("order_event")
        .select(({ ref }) => sql<string>`${ref("buyer")}`.as("user"))
        .where(({ ref }) => isOfDay(ref("time")))
        .where("kind", "=", sql.lit(orderKinds.filled)),
    )
}

const rowCount = sql<number>`count(*)::int`.as("count")

/** A subquery of counts always has a row. */
const total = (counted: Expression<{ count: number }>) => sql<number>`(${counted})`

const selectCounts = ({ platform, mainToken }: Placeholders<typeof parameters>) =>
  db
    .with((cte) => cte("day").materialized(), tradersOfDay)
    .selectNoFrom(({ selectFrom }) => {
      const traders = selectFrom(selectFrom("day").select("day.user").distinct().as("one"))
        .select(rowCount)
        .where(({ ref }) => sql<boolean>`${ref("one.user")} <> all(${platform})`)
        .where(({ not, exists, ref }) =>
          not(exists(selectFrom("token").select("address").where("address", "=", ref("one.user")))),
        )
      const launched = selectFrom("token")
        .select(rowCount)
        .where(({ not }) => not("is_prediction"))
        .where("address", "!=", mainToken)
      const markets = selectFrom("token").select(rowCount).where("is_prediction", "=", true)
      const active = selectFrom("loan").select(rowCount).where("active", "=", true)
      return [
        sql<Date>`now()`.as("computed_at"),
        total(selectFrom("agent").select(rowCount)).as("agents"),
        total(launched).as("tokens"),
        total(markets).as("prediction_markets"),
        total(selectFrom("day").select(rowCount)).as("trades_24h"),
        total(traders).as("unique_traders_24h"),
        total(selectFrom("loan").select(rowCount)).as("total_loans"),
        total(active).as("active_loans"),
        total(selectFrom("vault_event").select(rowCount)).as("vault_events"),
        total(rankedWallets()).as("leaderboard_participants"),
      ]
    })

const columns = [
  ...(["computed_at", "agents", "tokens", "prediction_markets", "trades_24h"] as const),
  ...(["unique_traders_24h", "total_loans", "active_loans", "vault_events"] as const),
  "leaderboard_participants",
] as const

const writeCounts = statement(parameters, (placeholders) =>
  db
    .insertInto("pulse_count")
    .columns(columns)
    .expression(selectCounts(placeholders))
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columnsOf("excluded", columns))),
)

/** Counts everything for the answers of the next seconds. */
export const refreshPulseCounts = (client: Pick<ClientBase, "query">) =>
  writeCounts(inputs(), client)

/** Older ones are of before a pause of the follower, or of while it reads history. */
const MAX_AGE = "2 minutes"

const readCounts = statement({}, () =>
  db
    .selectFrom("pulse_count")
    .select(columns)
    .where(
      ({ ref }) => sql<boolean>`${ref("computed_at")} > now() - ${sql.lit(MAX_AGE)}::interval`,
    ),
)

const countNow = statement(parameters, selectCounts)

/** What the venue has, as of a few seconds ago. */
export async function findPulseCounts() {
  const row = (await readCounts({}))[0] ?? (await countNow(inputs()))[0]
  if (!row) throw new Error("The counts have no row")
  return {
    computedAt: row.computed_at,
    stats: {
      agents: row.agents,
      tokens: row.tokens,
      predictionMarkets: row.prediction_markets,
      trades24h: row.trades_24h,
      uniqueTraders24h: row.unique_traders_24h,
      totalLoans: row.total_loans,
      activeLoans: row.active_loans,
      vaultEvents: row.vault_events,
      leaderboardParticipants: row.leaderboard_participants,
    },
  }
}
