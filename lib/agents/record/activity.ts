import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { AgentProduct } from "./schema"
import { actsOf, decidedMarketsOf, purchasesOf, tradesOf } from "./sources"

const wallet = { wallet: "text" } as const
const count = sql<number>`count(*)::int`

/** Volumes bought and sold. */
const selectTrading = statement(wallet, ({ wallet }) => {
  const rows = tradesOf(wallet)
    .select(["token", "amount_usdc as usd", sql<boolean>`false`.as("isPurchase")])
    .unionAll(
      db
        .selectFrom(purchasesOf(wallet).as("p"))
        .select(["p.token", "p.usdc as usd", sql<boolean>`true`.as("isPurchase")]),
    )
  const sumIf = (condition: string) =>
    sql<string>`coalesce(sum(usd) filter (where ${sql.raw(condition)}), 0)::text`
  return db
    .selectFrom(rows.as("row"))
    .select([
      sql<number>`(count(*) filter (where not "isPurchase"))::int`.as("trades"),
      sumIf('not "isPurchase"').as("tradeVolume"),
      sql<number>`(count(*) filter (where "isPurchase"))::int`.as("purchases"),
      sumIf('"isPurchase"').as("shareVolume"),
      sql<number>`count(distinct token)::int`.as("traded"),
    ])
})

const selectMarketResults = statement(wallet, ({ wallet }) =>
  db
    .selectFrom(decidedMarketsOf(wallet).as("market"))
    .select([
      sql<number>`(count(*) filter (where "isWon"))::int`.as("marketsWon"),
      sql<number>`(count(*) filter (where not "isWon"))::int`.as("marketsLost"),
    ]),
)

const selectRounds = statement(wallet, ({ wallet }) =>
  db
    .selectFrom("updown_wallet")
    .select([
      sql<number>`coalesce(sum(bets), 0)::int`.as("bets"),
      sql<string>`coalesce(sum(stake), 0)::text`.as("betVolume"),
      count.as("assets"),
      sql<number>`coalesce(sum(wins), 0)::int`.as("roundsWon"),
      sql<number>`coalesce(sum(losses), 0)::int`.as("roundsLost"),
    ])
    .where("wallet", "=", wallet),
)

const selectPresence = statement(wallet, ({ wallet }) =>
  db
    .selectFrom(actsOf(wallet).as("done"))
    .select([
      sql<number>`count(distinct (done.time at time zone 'UTC')::date)::int`.as("daysActive"),
      sql<Date | null>`min(done.time)`.as("firstActive"),
      sql<Date | null>`max(done.time)`.as("lastActive"),
      sql<AgentProduct[]>`coalesce(array_agg(distinct done.product), '{}')`.as("products"),
    ]),
)

async function readOne<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (row === undefined) throw new Error("An aggregate gave no row")
  return row
}

/** A wallet's activity, counted from its rows. */
export async function readActivity(wallet: string) {
  const [trading, markets, { assets, ...rounds }, presence] = await Promise.all([
    readOne(selectTrading({ wallet })),
    readOne(selectMarketResults({ wallet })),
    readOne(selectRounds({ wallet })),
    readOne(selectPresence({ wallet })),
  ])
  return {
    ...{ ...trading, ...markets, ...rounds, ...presence },
    traded: trading.traded + assets,
    products: [...presence.products].sort(),
  }
}
