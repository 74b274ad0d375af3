import { type ExpressionBuilder, type SqlBool, sql } from "kysely"
import type { Database } from "@/lib/generated/database"
import type { Price } from "@/lib/tokens/prices"
import { WAD } from "@/lib/units"

type Joined = { s: Database["vesting_schedule"]; price: Price }

/** In USD; worth has the decimals of amount and price. */
const LEAST_WORTH = sql.lit(`${WAD * WAD}`)

/**
 * Whether another wallet made the schedule `s` and its remainder is worth less than 1 USD. Any wallet can send
 * thousands of them to any other, with a text in each. Purchases are the wallet's own, and so are schedules it created
 * for itself.
 */
export const isStrangersDust = ({ ref }: Pick<ExpressionBuilder<Joined, "s" | "price">, "ref">) =>
  sql<SqlBool>`(${ref("s.creator")} <> ${ref("s.beneficiary")} and ${ref("s.creator")} <> ${ref("s.token")}
    and (${ref("s.total_amount")} - ${ref("s.claimed_amount")}) * coalesce(${ref("price.in_usd")}, 0)
      < ${LEAST_WORTH}::numeric)`
