import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { payoutColumn } from "./payout-column"

const sumOf = (value: typeof payoutColumn, condition: string) =>
  sql<string>`coalesce(sum(${value}) filter (where ${sql.raw(condition)}), 0)::text`

const countOf = (condition: string) =>
  sql<number>`count(*) filter (where ${sql.raw(condition)})::int`

const stake = sql<string>`p.stake`
const HAS_WON = "p.outcome = p.side"
const HAS_LOST = "p.outcome in (1, 2) and p.outcome <> p.side"
const IS_REFUNDED = "p.outcome = 3"

/** Rounds are read only for unclaimed positions, because a claim has its amount. */
const selectTotals = statement({ wallet: "text" }, ({ wallet }) =>
  db
    .selectFrom("updown_position as p")
    .leftJoin("updown_round as r", (join) =>
      join
        .on("p.state", "=", sql.lit("claimable"))
        .onRef("r.contract", "=", "p.contract")
        .onRef("r.tf", "=", "p.tf")
        .onRef("r.round_id", "=", "p.round_id"),
    )
    .select([
      sql<number>`count(*)::int`.as("rounds"),
      countOf("p.state = 'active'").as("open"),
      countOf("p.state = 'claimable'").as("claimable"),
      countOf(HAS_WON).as("wins"),
      countOf(HAS_LOST).as("losses"),
      countOf(IS_REFUNDED).as("refunds"),
      sumOf(stake, "p.state = 'active'").as("openStake"),
      sumOf(payoutColumn, "p.state = 'claimable'").as("claimableAmount"),
      sumOf(sql`${payoutColumn} - p.stake`, HAS_WON).as("won"),
      sumOf(stake, HAS_LOST).as("lost"),
      sumOf(stake, IS_REFUNDED).as("refunded"),
    ])
    .where("p.wallet", "=", wallet),
)

/** A wallet's bets in all price rounds; the bets of one round count as one. Amounts are USDB. */
export type WalletTotals = {
  rounds: number
  open: number
  claimable: number
  wins: number
  losses: number
  refunds: number
  openStake: bigint
  claimableAmount: bigint
  /** The payout of won rounds above the stakes, claimed or not. */
  won: bigint
  /** Stakes of lost rounds. */
  lost: bigint
  refunded: bigint
}

const NONE = { rounds: 0, open: 0, claimable: 0, wins: 0, losses: 0, refunds: 0 }

export async function findWalletTotals(wallet: string): Promise<WalletTotals> {
  const [totals] = await selectTotals({ wallet })
  const { rounds, open, claimable, wins, losses, refunds } = totals ?? NONE
  return {
    ...{ rounds, open, claimable, wins, losses, refunds },
    openStake: BigInt(totals?.openStake ?? 0),
    claimableAmount: BigInt(totals?.claimableAmount ?? 0),
    won: BigInt(totals?.won ?? 0),
    lost: BigInt(totals?.lost ?? 0),
    refunded: BigInt(totals?.refunded ?? 0),
  }
}

/** The value of open bets and unclaimed payouts. */
export const totalWorth = ({ openStake, claimableAmount }: WalletTotals) =>
  openStake + claimableAmount
