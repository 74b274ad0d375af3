import { type Expression, sql } from "kysely"
import { db } from "@/lib/db/client"
import { orderKinds } from "@/lib/markets/constants"
import { type TradeType, tradeTypes } from "@/lib/tokens/trades/constants"
import { MIN_TRADE_USD } from "./constants"

const MIN_TRADE_UNITS = `${MIN_TRADE_USD}000000000000000000`

type Address = string | Expression<string>

/** The trades of a wallet that qualify for a comment on a token. Each part of the union has its own index. */
export function selectQualifyingTrades(token: Address, wallet: Address) {
  return db
    .selectFrom("trade")
    .select(["id", "tx_id"])
    .select(({ ref }) =>
      sql<TradeType>`(${sql.lit(`{${tradeTypes}}`)}::text[])[${ref("type")} + 1]`.as("type"),
    )
    .where("token", "=", token)
    .where("user", "=", wallet)
    .where("routing_leg", "=", sql.lit(false))
    .where("amount_usdc", ">=", MIN_TRADE_UNITS)
    .unionAll(
      db
        .selectFrom("share_trade")
        .select(["id", "tx_id", sql.lit<TradeType>("buy").as("type")])
        .where("token", "=", token)
        .where("buyer", "=", wallet)
        .where("usdc", ">=", MIN_TRADE_UNITS),
    )
    .unionAll(
      db
        .selectFrom("order_event")
        .select(["id", "tx_id", sql.lit<TradeType>("buy").as("type")])
        .where("token", "=", token)
        .where("buyer", "=", wallet)
        .where("kind", "=", sql.lit(orderKinds.filled))
        .where("usdc", ">=", MIN_TRADE_UNITS),
    )
}
