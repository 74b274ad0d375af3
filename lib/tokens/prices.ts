import { type Expression, expressionBuilder, sql } from "kysely"
import type { Numeric } from "@/lib/db/column-types"
import type { Database } from "@/lib/generated/database"

/** Prices of the token `t` by functions of the database, to join laterally. All are null before the first Sync row. */

type QuotePrice = { quote0: Numeric | null; quote1: Numeric | null; liquidity_usd: Numeric | null }
export type Price = QuotePrice & { in_quote: Numeric | null; in_usd: Numeric | null }
type DayAgo = { in_usd: Numeric | null }

/** The current prices; 18 decimals, rounded down. `quote1 / quote0` is the USD price of the quote asset. */
export const tokenPrice = (mainToken: Expression<string>) =>
  sql<Price>`token_price(t, ${mainToken})`.as<"price">(sql`price`)

/** Liquidity and price of the quote asset when the first Sync row was written. */
export const startPrice = (mainToken: Expression<string>) =>
  sql<QuotePrice>`token_start_price(t, ${mainToken})`.as<"start">(sql`start`)

/** The USD price a day ago, or at the launch of a younger token; a decimal number. */
export const priceDayAgo = (mainToken: Expression<string>) =>
  sql<DayAgo>`token_price_day_ago(t, ${mainToken})`.as<"day_ago">(sql`day_ago`)

type Joined = { t: Database["token"]; price: Price; start: QuotePrice; day_ago: DayAgo }

const { ref } = expressionBuilder<Joined, keyof Joined>()

/** Change of the USD price over a day in basis points, rounded towards zero. */
export const dayChange = sql<string | null>`trunc((
  ${ref("price.in_usd")} * 1e-18 / nullif(${ref("day_ago.in_usd")}, 0) - 1) * 10000)::text`

/**
 * Current USD price against that of the launch, in basis points, rounded towards zero. A pool opens at its base
 * reserves, and the first Sync row holds their quote side.
 */
export const changeSinceLaunch = sql<string | null>`trunc((
  ${ref("t.reserve1")} * ${ref("price.quote1")} * ${ref("t.base_reserve0")} * ${ref("start.quote0")}
  / nullif(${ref("t.reserve0")} * ${ref("price.quote0")} * ${ref("t.first_reserve1")} * ${ref("start.quote1")}, 0)
  - 1) * 10000)::text`
