import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { double } from "@/lib/db/codecs"
import { jsonObject, jsonObjectOf, present } from "@/lib/db/json-answer"
import { MAX_ID } from "@/lib/db/row-ids"
import { orderKinds } from "@/lib/markets/constants"
import { ownStats } from "./schema"

/** Final outcomes from here on mean that no outcome has won. */
const FIRST_SPECIAL_OUTCOME = 253

/** GET /api/v1/me/stats. */
export async function findOwnStatsJson(wallet: string) {
  // Days pass without any row: the minute makes another question.
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()
  return present(await readStats({ wallet, now }))
}

const readStats = jsonObject({
  name: "stats of a wallet",
  response: ownStats,
  parameters: { wallet: "text", now: "timestamptz" },
  row: ({ wallet, now }) =>
    db
      .with("trades", () => sumTrades(wallet))
      .with("purchases", () => sumPurchases(wallet))
      .with("created", () => countCreated(wallet))
      .with("loans", () => countLoans(wallet))
      .selectFrom(["trades", "purchases", "created", "loans"])
      .select(({ ref }) => [
        sql<number>`${ref("trades.buys")} + ${ref("trades.sells")}`.as("totalTrades"),
        "trades.buys",
        "trades.sells",
        "purchases.rows as totalPredictions",
        "created.tokens as tokensCreated",
        "created.markets as marketsCreated",
        "loans.all as totalLoans",
        "loans.active as activeLoans",
        sql<number>`(${countWins(wallet)})`.as("marketWins"),
        countDays(now, sql`least(${ref("trades.first")}, ${ref("purchases.first")})`).as(
          "daysActive",
        ),
        jsonObjectOf(
          db
            .selectFrom("agent")
            .select((agent) => [double(agent.ref("agent_id")).as("agentId"), "agent.name"])
            .where("agent.wallet", "=", wallet),
        ).as("agent"),
      ]),
})

/** Whole days since the first row, at least 1; 0 without one. */
const countDays = (now: Expression<Date>, first: Expression<unknown>) =>
  sql<number>`case when ${first} is null then 0
    else greatest(1, floor(extract(epoch from ${now} - ${first}) / 86400)) end::int`

type Wallet = Expression<string>

/** Trades of tokens, including those with borrowed money, as the database counts them; legs of routes are left out. */
const sumTrades = (wallet: Wallet) => {
  const counted = db.selectFrom("wallet_trades").where("wallet", "=", wallet)
  return db.selectNoFrom(({ fn, lit }) => [
    fn.coalesce(counted.select("buys"), lit(0)).as("buys"),
    fn.coalesce(counted.select("sells"), lit(0)).as("sells"),
    selectFirstTrade(wallet).as("first"),
  ])
}

/**
 * When a wallet first traded. By type, because the index of its trades begins with it; the bounds are of the pair, as
 * with the type fixed the planner would rather walk the primary key.
 */
const selectFirstTrade = (wallet: Wallet) =>
  db
    .selectFrom(sql<{ type: number }>`unnest('{0,1,2,3}'::smallint[])`.as<"kind">(sql`kind (type)`))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom("trade as d")
          .select("d.time")
          .where("d.user", "=", wallet)
          .where("d.routing_leg", "=", sql.lit(false))
          .where((trade) => {
            const place = sql`(${trade.ref("d.type")}, ${trade.ref("d.id")})`
            return sql<boolean>`${place} >= (kind.type, 0::bigint)
              and ${place} < (kind.type, ${sql.lit(MAX_ID)}::bigint)`
          })
          .orderBy("d.type")
          .orderBy("d.id")
          .limit(sql.lit(1))
          .as("first"),
      (join) => join.onTrue(),
    )
    .select(({ fn }) => fn.min<Date | null>("first.time").as("time"))

/** Purchases of shares from pools and, as buyer, from orders. */
const selectPurchases = (wallet: Wallet) =>
  db
    .selectFrom("share_trade")
    .select(["token", "outcome", "time"])
    .where("buyer", "=", wallet)
    .unionAll(
      db
        .selectFrom("order_event")
        .select(["token", "outcome", "time"])
        .where("buyer", "=", wallet)
        .where("kind", "=", sql.lit(orderKinds.filled)),
    )

const sumPurchases = (wallet: Wallet) =>
  db
    .selectFrom(selectPurchases(wallet).as("p"))
    .select(({ fn }) => [
      sql<number>`count(*)::int`.as("rows"),
      fn.min<Date | null>("p.time").as("first"),
    ])

const countCreated = (wallet: Wallet) =>
  db
    .selectFrom("token")
    .select(({ ref }) => [
      sql<number>`(count(*) filter (where not ${ref("is_prediction")}))::int`.as("tokens"),
      sql<number>`(count(*) filter (where ${ref("is_prediction")}))::int`.as("markets"),
    ])
    .where("dev", "=", wallet)

/** The database counts the loans of each wallet. */
const countLoans = (wallet: Wallet) =>
  db
    .selectFrom("list_count as c")
    .select(({ ref }) => [
      sql<number>`coalesce(sum(${ref("c.rows")}), 0)::int`.as("all"),
      sql<number>`coalesce(sum(${ref("c.rows")}) filter (where ${ref("c.kind")} = 'true'), 0)::int`.as(
        "active",
      ),
    ])
    .where("c.wallet", "=", wallet)
    .where("c.list", "=", sql.lit("loans"))

const countWins = (wallet: Wallet) =>
  db
    .selectFrom(selectPurchases(wallet).as("p"))
    .innerJoin("market as m", "m.token", "p.token")
    .select(({ ref }) => sql<number>`count(distinct ${ref("p.token")})::int`.as("wins"))
    .whereRef("m.final_outcome", "=", "p.outcome")
    .where("m.final_outcome", "<", sql.lit(FIRST_SPECIAL_OUTCOME))
    .where("m.resolved_at", "is not", null)
    .where("m.invalidated_at", "is", null)
