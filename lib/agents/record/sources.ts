import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import type { AgentProduct } from "./schema"

/** Final outcomes from here on mean that no outcome has won. */
const FIRST_SPECIAL_OUTCOME = 253

/** Rows of a wallet that its track record counts and lists. */
export const tradesOf = (user: Expression<string>) =>
  db
    .selectFrom("trade")
    .where("user", "=", user)
    .where("type", "in", [sql.lit(0), sql.lit(1), sql.lit(2), sql.lit(3)])
    .where("routing_leg", "=", sql.lit(false))

/** Purchases from the pool of a market, and by filling an order. */
export const purchasesOf = (buyer: Expression<string>) => {
  const columns = ["id", "tx_id", "time", "token", "outcome", "usdc"] as const
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

/** Markets with a purchase that were decided for an outcome, and whether it was ever bought. */
export const decidedMarketsOf = (wallet: Expression<string>) =>
  db
    .selectFrom(purchasesOf(wallet).as("bet"))
    .innerJoin("market", "market.token", "bet.token")
    .select(({ ref }) => [
      "bet.token",
      "market.resolved_at as resolvedAt",
      sql<boolean>`bool_or(${ref("bet.outcome")} = ${ref("market.final_outcome")})`.as("isWon"),
    ])
    .where("market.final_outcome", "<", sql.lit(FIRST_SPECIAL_OUTCOME))
    .where("market.resolved_at", "is not", null)
    .where("market.invalidated_at", "is", null)
    .groupBy(["bet.token", "market.resolved_at"])

/** Price rounds of the wallet that a side has won. */
export const decidedRoundsOf = (wallet: Expression<string>) =>
  db
    .selectFrom("updown_position as p")
    .where("p.wallet", "=", wallet)
    .where("p.outcome", "in", [sql.lit(1), sql.lit(2)])

/** Actions of the wallet itself: no other wallet can make it active. */
export const actsOf = (wallet: Expression<string>) => {
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
