import { type Expression, expressionBuilder, type RawBuilder, sql } from "kysely"
import { db } from "@/lib/db/client"
import { isoText } from "@/lib/db/codecs"
import { jsonObjectOf } from "@/lib/db/json-answer"
import type { Database } from "@/lib/generated/database"
import { MIN_BOND, type PredictionType } from "./constants"
import type { PredictionStatus } from "./status"

/** Columns of queries in which the market is `m`, or its event is `e`; null without a market. */
const { ref } = expressionBuilder<
  { m: Database["market"]; e: Database["market_event"] },
  "m" | "e"
>()

/** The status of the market at a time. */
export const marketStatus = (time: Expression<Date>) =>
  sql<PredictionStatus>`market_status(m, ${time})`

/** Private if only listed wallets can buy, in a market of either contract. */
export const eventType = sql<PredictionType | null>`case
  when ${ref("m.is_private_event")} then 'private'
  when ${ref("m.token")} is not null then 'public' end`

/** The outcomes with their ids. */
export const options = sql<{ index: number; name: string }[] | null>`(
  select json_agg(json_build_object('index', place - 1, 'name', name) order by place)
  from jsonb_array_elements_text(${ref("m.options")}) with ordinality as options (name, place)
)`

const toTime = (time: Expression<unknown>) => isoText(sql<Date | null>`${time}`)

/** The facts of the current round that its status follows from, as JSON. */
export function selectResolution(now: Expression<Date>) {
  const resolution = jsonObjectOf(
    db.selectNoFrom([
      sql<boolean>`market_is_bettable(m)`.as("bettable"),
      sql<boolean>`market_pool_is_open(m, ${now})`.as("poolOpen"),
      ref("m.round").as("round"),
      ref("m.proposed_outcome").as("proposedOutcome"),
      ref("m.proposer").as("proposer"),
      isoText(ref("m.proposed_at")).as("proposedAt"),
      toTime(sql`market_challenge_ends_at(m)`).as("challengeEndsAt"),
      ref("m.disputed_outcome").as("disputedOutcome"),
      ref("m.disputer").as("disputer"),
      isoText(ref("m.disputed_at")).as("disputedAt"),
      toTime(sql`market_voting_ends_at(m)`).as("votingEndsAt"),
      toTime(sql`market_veto_ends_at(m)`).as("vetoEndsAt"),
      ref("m.veto_outcome").as("vetoOutcome"),
      ref("m.vetoer").as("vetoer"),
      isoText(ref("m.vetoed_at")).as("vetoedAt"),
      ref("m.final_outcome").as("finalOutcome"),
      isoText(ref("m.resolved_at")).as("resolvedAt"),
    ]),
  )
  return sql<typeof resolution extends RawBuilder<infer R> ? R : never>`case
    when ${ref("m.token")} is not null then ${resolution} end`
}

/**
 * USDB of the event. A proposal does not repeat its bond: the resolver took it by the transfer right before the event.
 */
export const eventAmount = sql<string | null>`case when ${ref("e.action")} <> 'propose'
  then ${ref("e.amount")} else coalesce(${ref("e.amount")}, ${db
    .selectFrom("transfer as bond")
    .select("bond.value")
    .where("bond.id", "=", sql<string>`${ref("e.id")} - 1`)
    .whereRef("bond.tx_id", "=", ref("e.tx_id"))
    .whereRef("bond.from", "=", ref("e.wallet"))}, ${sql.lit(`${MIN_BOND}`)}::numeric) end`
