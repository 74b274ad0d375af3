import { type Selectable, sql } from "kysely"
import { db } from "@/lib/db/client"
import { MAX_ID } from "@/lib/db/row-ids"
import { constant, type Placeholders, statement } from "@/lib/db/statement"
import type { UpdownRoundTable } from "@/lib/generated/database"
import type { Asset } from "./assets"
import { type Outcome, outcomes, type PositionState, type Side, toSide } from "./constants"
import { listAssetContracts } from "./contracts"
import { claimOf, type RoundPools } from "./math"
import { newestRounds } from "./queries"

/** Price rounds and positions as pages show them. Prices have 8 decimals, amounts 18. */

export type RoundView = RoundPools & {
  asset: Asset
  contract: string
  tf: number
  roundId: number
  startTime: Date
  endTime: Date
  startPrice: bigint
  outcome: Outcome
  settledAt: Date | null
  settler: string | null
  /** The winners' part of the seed; 0 until the round is won. */
  seedPaid: bigint
  endPrice: bigint | null
  /** Round of the oracle. */
  endPriceRoundId: bigint | null
  betCount: number
  bullBettors: number
  bearBettors: number
}

export type PositionView = {
  round: RoundView
  side: Side
  state: PositionState
  stake: bigint
  shares: bigint
  /** First bet. */
  placedAt: Date
  /** Position in lists, newest first. */
  betId: string
  /** The claimed amount; null before the claim. */
  payout: bigint | null
  /** What can be claimed now. */
  claimable: bigint
}

type RoundsQuery = { contract: string; tf: number; before?: number; limit: number }

/** The newest rounds of a timeframe; with `before` those below a round id. */
export async function findRounds({ contract, tf, before, limit }: RoundsQuery) {
  const roundId = before ?? `${BigInt(MAX_ID) - 1n}`
  const rows = await readRounds({ contract, tf, roundId, afterTf: tf, limit })
  return rows.map(toRoundView)
}

const readRounds = statement(
  {
    contract: "text",
    tf: "smallint",
    roundId: "bigint",
    afterTf: "smallint",
    limit: constant<number>(),
  },
  (placeholders) => newestRounds({ ...placeholders, outcome: undefined }),
)

const ofPositions = {
  wallet: "text",
  contracts: "text[]",
  states: "text[]",
  tf: "smallint?",
  before: "bigint",
  limit: "integer",
} as const

/** The wallet's newest positions with their rounds: each state is read in the order of its index. */
const selectPositions = (placeholders: Placeholders<typeof ofPositions>) =>
  db
    .selectFrom(
      sql<{ state: string }>`unnest(${placeholders.states})`.as<"wanted">(sql`wanted (state)`),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("updown_position as m")
          .selectAll("m")
          .where("m.wallet", "=", placeholders.wallet)
          .where(({ ref }) => sql<boolean>`${ref("m.state")} = ${ref("wanted.state")}`)
          .where(({ ref }) => sql<boolean>`${ref("m.contract")} = any(${placeholders.contracts})`)
          .where("m.bet_id", "<", placeholders.before)
          .where((eb) =>
            eb.and(placeholders.tf ? [sql<boolean>`${eb.ref("m.tf")} = ${placeholders.tf}`] : []),
          )
          .orderBy("m.bet_id", "desc")
          .limit(placeholders.limit)
          .as("p"),
      (join) => join.onTrue(),
    )
    .innerJoin("updown_round as r", (join) =>
      join
        .onRef("r.contract", "=", "p.contract")
        .onRef("r.tf", "=", "p.tf")
        .onRef("r.round_id", "=", "p.round_id"),
    )
    .selectAll("r")
    .select(["p.side", "p.state", "p.stake", "p.shares", "p.placed_at", "p.bet_id", "p.payout"])
    .orderBy("p.bet_id", "desc")
    .limit(placeholders.limit)

const readPositions = statement(ofPositions, selectPositions)

type PositionsQuery = {
  /** Default: all assets. */
  contract?: string
  tf?: number
  states?: readonly PositionState[]
  /** `betId` of the last one of the page before. */
  before?: string
  limit: number
}

/** The newest positions of a wallet, with their claims. */
export async function findPositions(
  wallet: string,
  { contract, tf, states, before = MAX_ID, limit }: PositionsQuery,
): Promise<PositionView[]> {
  const contracts = contract ? [contract] : listAssetContracts().map((each) => each.contract)
  const shownStates = [...(states ?? ["active", "claimable", "closed"])]
  const rows = await readPositions({ wallet, contracts, states: shownStates, tf, before, limit })
  return rows.map(({ side, state, stake, shares, placed_at, bet_id, payout, ...row }) => {
    const round = toRoundView(row)
    const bet = { side: toSide(side), stake: BigInt(stake), shares: BigInt(shares) }
    const claimable = state === "claimable" ? claimOf(bet, round) : 0n
    const claimed = payout === null ? null : BigInt(payout)
    return { round, ...bet, state, placedAt: placed_at, betId: bet_id, payout: claimed, claimable }
  })
}

type RoundRow = Selectable<UpdownRoundTable>

function toRoundView(row: RoundRow): RoundView {
  const { contract, tf, settler } = row
  const asset = listAssetContracts().find((each) => each.contract === contract)?.asset
  if (!asset) throw new Error(`${contract} is no contract of price rounds`)
  return {
    ...{ asset, contract, tf, settler, roundId: row.round_id },
    ...{ startTime: row.start_time, endTime: row.end_time, settledAt: row.settled_at },
    ...{ startPrice: BigInt(row.start_price), outcome: outcomes[row.outcome] ?? "pending" },
    endPrice: row.end_price === null ? null : BigInt(row.end_price),
    endPriceRoundId: row.end_price_round_id === null ? null : BigInt(row.end_price_round_id),
    ...{ betCount: row.bet_count, bullBettors: row.bull_bettors, bearBettors: row.bear_bettors },
    ...{ bullPool: BigInt(row.bull_pool), bearPool: BigInt(row.bear_pool) },
    ...{ sharesBull: BigInt(row.shares_bull), sharesBear: BigInt(row.shares_bear) },
    ...{ seedBonus: BigInt(row.seed_bonus), seedPaid: BigInt(row.seed_paid) },
  }
}
