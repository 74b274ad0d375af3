import { type Expression, expressionBuilder, sql } from "kysely"
import { db } from "@/lib/db/client"
import type { Database } from "@/lib/generated/database"
import { MIN_BOND } from "./constants"
import type { PredictionStatus } from "./status"

/** Columns of queries in which the market is `m`, or its event is `e`. */
const { ref } = expressionBuilder<
  { m: Database["market"]; e: Database["market_event"] },
  "m" | "e"
>()

/** The status of the market at a time. */
export const marketStatus = (time: Expression<Date>) =>
  sql<PredictionStatus>`market_status(m, ${time})`

/**
 * USDB of the event. That of a proposal does not repeat its bond: the resolver took it by the transfer right before
 * the event.
 */
export const eventAmount = sql<string | null>`case when ${ref("e.action")} <> 'propose'
  then ${ref("e.amount")} else coalesce(${ref("e.amount")}, ${db
    .selectFrom("transfer as bond")
    .select("bond.value")
    .where("bond.id", "=", sql<string>`${ref("e.id")} - 1`)
    .whereRef("bond.tx_id", "=", ref("e.tx_id"))
    .whereRef("bond.from", "=", ref("e.wallet"))}, ${sql.lit(`${MIN_BOND}`)}::numeric) end`
