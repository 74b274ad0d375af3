import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import type { Asset } from "./assets"
import { type Outcome, outcomes, type Side, toSide } from "./constants"
import { listAssetContracts } from "./contracts"
import { claimOf } from "./math"

/** What the pages show of a wallet's bets. */

const MOST_ROUNDS = 100

/** Open bets, and those that pay: newest first. */
const selectOpen = statement({ wallet: "text", limit: "integer" }, ({ wallet, limit }) =>
  db
    .selectFrom("updown_position as p")
    .innerJoin("updown_round as r", (join) =>
      join
        .onRef("r.contract", "=", "p.contract")
        .onRef("r.tf", "=", "p.tf")
        .onRef("r.round_id", "=", "p.round_id"),
    )
    .select(["p.contract", "p.tf", "p.round_id as roundId", "p.side", "p.stake", "p.shares"])
    .select(["p.state", "r.outcome", "r.end_time as endTime", "r.seed_bonus as seedBonus"])
    .select(["r.bull_pool as bullPool", "r.bear_pool as bearPool"])
    .select(["r.shares_bull as sharesBull", "r.shares_bear as sharesBear"])
    .where("p.wallet", "=", wallet)
    .where("p.state", "in", [sql.lit("active" as const), sql.lit("claimable" as const)])
    .orderBy("p.bet_id", "desc")
    .limit(limit),
)

type OwnRound = {
  asset: Asset
  contract: string
  tf: number
  roundId: number
  side: Side
  stake: bigint
}

export type OpenRound = OwnRound & { endTime: Date }
export type PayingRound = OwnRound & { outcome: Outcome; payout: bigint }

/** The rounds in which a wallet waits for the outcome, and those that pay it and are not collected. */
export async function findOwnRounds(
  wallet: string,
): Promise<{ open: OpenRound[]; paying: PayingRound[] }> {
  const byContract = new Map(listAssetContracts().map(({ asset, contract }) => [contract, asset]))
  const rows = await selectOpen({ wallet, limit: MOST_ROUNDS })
  const found = rows.flatMap((row) => {
    const asset = byContract.get(row.contract)
    return asset ? [{ row, own: toOwnRound(row, asset) }] : []
  })
  return {
    open: found.flatMap(({ row, own }) =>
      row.state === "active" ? [{ ...own, endTime: row.endTime }] : [],
    ),
    paying: found.flatMap(({ row, own }) =>
      row.state === "claimable" ? [{ ...own, ...toPayout(row, own) }] : [],
    ),
  }
}

type Row = Awaited<ReturnType<typeof selectOpen>>[number]

const toOwnRound = ({ contract, tf, roundId, side, stake }: Row, asset: Asset): OwnRound => ({
  ...{ asset, contract, tf, roundId, side: toSide(side), stake: BigInt(stake) },
})

function toPayout(row: Row, { side, stake }: OwnRound) {
  const outcome = outcomes[row.outcome] ?? "pending"
  const payout = claimOf(
    { side, stake, shares: BigInt(row.shares) },
    {
      outcome,
      bullPool: BigInt(row.bullPool),
      bearPool: BigInt(row.bearPool),
      sharesBull: BigInt(row.sharesBull),
      sharesBear: BigInt(row.sharesBear),
      seedBonus: BigInt(row.seedBonus),
    },
  )
  return { outcome, payout }
}

/** Parts of a losing pool that are not the winners', each rounded down as in `splitLosingPool`. */
const prizeOf = (pool: "r.bull_pool" | "r.bear_pool") => {
  const losing = sql.ref(pool)
  return sql`${losing} - div(${losing} * 200, 10000) - div(${losing} * 300, 10000) + r.seed_bonus`
}

/** What a decided position pays, collected or not. */
const payout = sql<string>`case
  when p.payout is not null then p.payout
  when p.outcome = 3 then p.stake
  when p.outcome <> p.side then 0
  when p.side = 1 then p.stake + div(p.shares * (${prizeOf("r.bear_pool")}), r.shares_bull)
  else p.stake + div(p.shares * (${prizeOf("r.bull_pool")}), r.shares_bear)
end`

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
        sql<string>`coalesce(sum(${payout}), 0)::text`.as("payout"),
      ])
      .where("p.wallet", "=", wallet)
      .where("p.contract", "=", contract)
      .where("p.tf", "=", tf)
      .where("p.outcome", "!=", sql.lit(0)),
)

/** Of the decided rounds of an asset and timeframe; refunds count in stake and payout. */
export type OwnRecord = {
  wins: number
  losses: number
  refunds: number
  stake: bigint
  payout: bigint
}

/** What a wallet won and lost in the rounds of an asset and timeframe, collected or not. */
export async function findOwnRecord(
  wallet: string,
  { contract, tf }: { contract: string; tf: number },
): Promise<OwnRecord> {
  const [found] = await selectRecord({ wallet, contract, tf })
  const { wins = 0, losses = 0, refunds = 0, stake = "0", payout: paid = "0" } = found ?? {}
  return { wins, losses, refunds, stake: BigInt(stake), payout: BigInt(paid) }
}

/** The newest round of a timeframe that the index knows; 0 without any. */
export async function findLastRoundId(contract: string, tf: number): Promise<number> {
  const found = await db
    .selectFrom("updown_round")
    .select("round_id as roundId")
    .where("contract", "=", contract)
    .where("tf", "=", tf)
    .orderBy("round_id", "desc")
    .limit(1)
    .executeTakeFirst()
  return found?.roundId ?? 0
}
