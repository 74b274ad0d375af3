import { type Expression, expressionBuilder, type RawBuilder, sql } from "kysely"
import { db } from "@/lib/db/client"
import { isoText } from "@/lib/db/codecs"
import { jsonObjectOf } from "@/lib/db/json-answer"
import type { Database } from "@/lib/generated/database"
import type { PredictionType } from "./constants"

/** Columns of a token's `m`, its market; each is null without a market. */

const { ref } = expressionBuilder<{ m: Database["market"] }, "m">()

/** Whether only admitted wallets may bet; which contract keeps the market is another matter. */
export const eventType = sql<PredictionType | null>`case
  when ${ref("m.is_private_event")} then 'private'
  when ${ref("m.token")} is not null then 'public' end`

/** The outcomes with their ids. */
export const options = sql<{ index: number; name: string }[] | null>`(
  select json_agg(json_build_object('index', place - 1, 'name', name) order by place)
  from jsonb_array_elements_text(${ref("m.options")}) with ordinality as options (name, place)
)`

const toTime = (time: Expression<unknown>) => isoText(sql<Date | null>`${time}`)

/** What the state of the running round follows from. */
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
