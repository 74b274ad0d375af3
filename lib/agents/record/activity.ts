import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { AgentProduct } from "./schema"

/** Final outcomes from here on mean that no outcome has won. */
const FIRST_SPECIAL_OUTCOME = 253

const wallet = { wallet: "text" } as const
const count = sql<number>`count(*)::int`

const tradesOf = (user: Expression<string>) =>
  db
    .selectFrom("trade")
    .where("user", "=", user)
    .where("type", "in", [sql.lit(0), sql.lit(1), sql.lit(2), sql.lit(3)])
    .where("routing_leg", "=", sql.lit(false))

/** Purchases from the pool of a market, and by filling an order. */
const purchasesOf = (buyer: Expression<string>) => {
  const columns = ["id", "time", "token", "outcome", "usdc"] as const
  return db
    .selectFrom("share_trade")
    .select(columns)
    .where("buyer", "=", buyer)
    .unionAll(
      db
        .selectFrom("order_event")
        .select(columns)
        .where("buyer", "=", buyer)
        .$narrowType<{ usdc: string }>(),
    )
}

/** What was bought and sold. */
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

/** Markets with a purchase that were decided for an outcome. */
const selectMarketResults = statement(wallet, ({ wallet }) => {
  const decided = db
    .selectFrom(purchasesOf(wallet).as("bet"))
    .innerJoin("market", "market.token", "bet.token")
    .select(({ ref }) =>
      sql<boolean>`bool_or(${ref("bet.outcome")} = ${ref("market.final_outcome")})`.as("isWon"),
    )
    .where("market.final_outcome", "<", sql.lit(FIRST_SPECIAL_OUTCOME))
    .where("market.resolved_at", "is not", null)
    .where("market.invalidated_at", "is", null)
    .groupBy("bet.token")
  return db
    .selectFrom(decided.as("market"))
    .select([
      sql<number>`(count(*) filter (where "isWon"))::int`.as("marketsWon"),
      sql<number>`(count(*) filter (where not "isWon"))::int`.as("marketsLost"),
    ])
})

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

/** What the wallet itself did: nobody else can make it active. */
const actsOf = (wallet: Expression<string>) => {
  const productOf = (product: AgentProduct) =>
    sql<AgentProduct>`${sql.lit(product)}::text`.as("product")
  const isOwn = sql<boolean>`e.wallet = ${wallet}`
  const markets = db
    .selectFrom(purchasesOf(wallet).as("p"))
    .select(["p.time", productOf("markets")])
    .unionAll(
      db
        .selectFrom("order_event as e")
        .select(["e.time", productOf("markets")])
        .where("e.seller", "=", wallet)
        .where("e.buyer", "is", null),
    )
    .unionAll(
      db
        .selectFrom("market_event as e")
        .select(["e.time", productOf("markets")])
        .where(isOwn),
    )
  return tradesOf(wallet)
    .select(["time", productOf("tokens")])
    .unionAll(markets)
    .unionAll(
      db
        .selectFrom("updown_bet as e")
        .select(["e.time", productOf("rounds")])
        .where(isOwn),
    )
    .unionAll(
      db
        .selectFrom("updown_claim as e")
        .select(["e.time", productOf("rounds")])
        .where(isOwn),
    )
    .unionAll(
      db
        .selectFrom("loan_event as e")
        .select(["e.time", productOf("loans")])
        .where(isOwn)
        .where("e.action", "<>", sql.lit("liquidated")),
    )
    .unionAll(
      db
        .selectFrom("vault_event as e")
        .select(["e.time", productOf("vault")])
        .where(isOwn),
    )
    .unionAll(
      db
        .selectFrom("vesting_event as e")
        .select(["e.time", productOf("vesting")])
        .where(isOwn),
    )
    .unionAll(
      db
        .selectFrom("reef_post as e")
        .select(["e.created_at as time", productOf("reef")])
        .where(isOwn)
        .where("e.deleted_at", "is", null),
    )
    .unionAll(
      db
        .selectFrom("reef_comment as e")
        .select(["e.created_at as time", productOf("reef")])
        .where(isOwn)
        .where("e.deleted_at", "is", null),
    )
}

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

/** What a wallet did, counted from its rows. */
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
