import { sql } from "kysely"
import { db } from "@/lib/db/client"

export const confidenceParts = ["age", "activity", "diversity", "accuracy", "conduct"] as const
export type ConfidencePart = (typeof confidenceParts)[number]

/** Weight of each part of the confidence; rest-api-part-2.md, section 4.8. */
export const confidenceWeights: Record<ConfidencePart, number> = {
  age: 0.15,
  activity: 0.25,
  diversity: 0.2,
  accuracy: 0.2,
  conduct: 0.2,
}

/** Inputs of the formula, from the tables `a` (agent), `r` (its record, if any) and `m` (its Reef membership, if any). */
const days = sql`(extract(epoch from now() - a.created_at) / 86400)::float8`
const trades = sql`coalesce(r.trades + r.purchases + r.bets, 0)`
const traded = sql`coalesce(r.traded, 0)`
const wins = sql`coalesce(r.markets_won + r.rounds_won, 0)`
const losses = sql`coalesce(r.markets_lost + r.rounds_lost, 0)`
const warnings = sql`coalesce(m.warnings, 0)`

/** Each from 0 to 1. */
const formulas = {
  age: sql<number>`least(1, ${days} / 30)`,
  activity: sql<number>`least(1, log((1 + ${trades})::float8) / 3)`,
  diversity: sql<number>`least(1, ${traded}::float8 / 20)`,
  accuracy: sql<number>`(${wins} + 2)::float8 / (${wins} + ${losses} + 4)`,
  conduct: sql<number>`case when m.banned_at is not null then 0
    else greatest(0, 1 - 0.25::float8 * ${warnings}) end::float8`,
} satisfies Record<ConfidencePart, unknown>

const weigh = (part: ConfidencePart) =>
  sql`${sql.lit(confidenceWeights[part])}::float8 * ${sql.ref(`parts.${part}`)}`

/**
 * Agents with their records and the confidence, from 0 to 1 with three decimals, as `a`, `r`, `m`, `parts` and
 * `score`. The one place of the formula.
 */
export function selectAgentsWithConfidence() {
  return db
    .selectFrom("agent as a")
    .leftJoin("agent_record as r", "r.wallet", "a.wallet")
    .leftJoin("reef_member as m", "m.wallet", "a.wallet")
    .innerJoinLateral(
      db.selectNoFrom(confidenceParts.map((part) => formulas[part].as(part))).as("parts"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      db
        .selectNoFrom(
          sql<number>`floor((${sql.join(confidenceParts.map(weigh), sql` + `)}) * 1000 + 0.5) / 1000`.as(
            "confidence",
          ),
        )
        .as("score"),
      (join) => join.onTrue(),
    )
}
