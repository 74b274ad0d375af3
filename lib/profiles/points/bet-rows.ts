import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { WAD } from "@/lib/units"
import { type Client, insertDue, markWalletsDue, toUtcDay } from "./due"
import { DAY_SECONDS, POINT_RULES } from "./formula"

const MIN_BET = POINT_RULES.minPredictionUsd * WAD

/** Bets that are large enough to earn points, as `b`. */
const selectLargeBets = () =>
  db.selectFrom("updown_bet as b").where("b.amount", ">=", sql.lit(`${MIN_BET}`))

/** Bets on rounds that one side has won; the others earn nothing. */
export const selectDecidedBets = () =>
  selectLargeBets()
    .innerJoin("updown_round as d", (join) =>
      join
        .onRef("d.contract", "=", "b.contract")
        .onRef("d.tf", "=", "b.tf")
        .onRef("d.round_id", "=", "b.round_id"),
    )
    .select(["b.id", "b.time", "b.wallet", "b.amount as usd"])
    .where("d.outcome", "in", [sql.lit(1), sql.lit(2)])

type RoundKey = { contract: string; tf: number; roundId: number }

/** Stored or removed rows of price rounds that may change points; times are Unix seconds. */
export type BetRows = {
  bets: readonly { wallet: string; time: number; amount: bigint }[]
  ends: readonly RoundKey[]
}

/** Marks the wallets of these bets as due, and all who bet on rounds that have ended, or have not after all. */
export async function markBettorsDue(client: Client, { bets, ends }: BetRows): Promise<void> {
  await markWalletsDue(
    client,
    bets
      .filter(({ amount }) => amount >= MIN_BET)
      .map(({ wallet, time }) => ({ wallet, day: Math.floor(time / DAY_SECONDS) })),
  )
  if (ends.length === 0) return
  const input = {
    contracts: ends.map(({ contract }) => contract),
    tfs: ends.map(({ tf }) => tf),
    rounds: ends.map(({ roundId }) => roundId),
  }
  await insertBettors(input, client)
}

const insertBettors = statement(
  { contracts: "text[]", tfs: "integer[]", rounds: "integer[]" },
  ({ contracts, tfs, rounds }) => {
    const rows = sql<{ contract: string; tf: number; round_id: number }>`
      unnest(${contracts}, ${tfs}, ${rounds})`.as<"given">(sql`given (contract, tf, round_id)`)
    return insertDue(
      selectLargeBets()
        .innerJoin(rows, (join) =>
          join
            .onRef("given.contract", "=", "b.contract")
            .onRef("given.tf", "=", "b.tf")
            .onRef("given.round_id", "=", "b.round_id"),
        )
        .select(({ ref, fn }) => ["b.wallet", toUtcDay(fn.min<Date>(ref("b.time"))).as("day")])
        .groupBy("b.wallet")
        .orderBy("b.wallet"),
    )
  },
)
