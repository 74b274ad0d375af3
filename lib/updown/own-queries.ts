import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { payoutColumn } from "./payout-column"
import { findPositions, findRounds } from "./round-views"

/** Number of rounds with a wallet's bets that pages show. */

const MOST_ROUNDS = 100

/** The wallet's rounds without an outcome, and those with an uncollected payout. */
export async function findOwnRounds(wallet: string) {
  const positions = await findPositions(wallet, {
    ...{ states: ["active", "claimable"], limit: MOST_ROUNDS },
  })
  const rows = positions.map(({ round, side, stake, state, claimable }) => {
    const { asset, contract, tf, roundId, outcome, endTime } = round
    return { asset, contract, tf, roundId, outcome, endTime, side, stake, state, payout: claimable }
  })
  return {
    open: rows.filter(({ state }) => state === "active"),
    paying: rows.filter(({ state }) => state === "claimable"),
  }
}

const selectRecord = statement(
  { wallet: "text", contract: "text", tf: "smallint" },
  ({ wallet, contract, tf }) =>
    db
      .selectFrom("updown_position as p")
      .innerJoin("updown_round as r", (join) =>
        join
          .onRef("r.contract", "=", "p.contract")
          .onRef("r.tf", "=", "p.tf")
          .onRef("r.round_id", "=", "p.round_id"),
      )
      .select([
        sql<number>`count(*) filter (where p.outcome = p.side)::int`.as("wins"),
        sql<number>`count(*) filter (where p.outcome in (1, 2) and p.outcome <> p.side)::int`.as(
          "losses",
        ),
        sql<number>`count(*) filter (where p.outcome = 3)::int`.as("refunds"),
        sql<string>`coalesce(sum(p.stake), 0)::text`.as("stake"),
        sql<string>`coalesce(sum(${payoutColumn}), 0)::text`.as("payout"),
      ])
      .where("p.wallet", "=", wallet)
      .where("p.contract", "=", contract)
      .where("p.tf", "=", tf)
      .where("p.outcome", "!=", sql.lit(0)),
)

/** Totals of the decided rounds of an asset and timeframe; refunds count in stake and payout. */
export type OwnRecord = {
  wins: number
  losses: number
  refunds: number
  stake: bigint
  payout: bigint
}

/** A wallet's wins and losses in the rounds of an asset and timeframe, collected or not. */
export async function findOwnRecord(
  wallet: string,
  { contract, tf }: { contract: string; tf: number },
): Promise<OwnRecord> {
  const [record] = await selectRecord({ wallet, contract, tf })
  const { wins = 0, losses = 0, refunds = 0, stake = "0", payout: paid = "0" } = record ?? {}
  return { wins, losses, refunds, stake: BigInt(stake), payout: BigInt(paid) }
}

/** The newest round of a timeframe that the index knows; 0 without any. */
export async function findLastRoundId(contract: string, tf: number): Promise<number> {
  const [newest] = await findRounds({ contract, tf, limit: 1 })
  return newest?.roundId ?? 0
}
