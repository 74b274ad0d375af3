import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { listAssetContracts } from "@/lib/updown/contracts"
import { findPositions } from "@/lib/updown/round-views"
import type { TransactionEntries } from "./market-entries"
import type { MarketEntryKind } from "./math"

/** `first` is the least possible id of the rows, `last` the transaction before them. */
const bounds = { wallet: "text", first: "bigint", last: "bigint" } as const

const selectEntries = statement(bounds, ({ wallet, first, last }) => {
  const bets = db
    .selectFrom("updown_bet")
    .select(({ ref }) => [
      ...(["id", "tx_id", "time", "contract"] as const),
      sql<MarketEntryKind>`'bet'`.as("kind"),
      sql<string>`-${ref("amount")}`.as("cash"),
    ])
    .where("wallet", "=", wallet)
    .where("id", ">=", first)
    .where("tx_id", ">", last)
  const claims = db
    .selectFrom("updown_claim")
    .select(({ ref }) => [
      ...(["id", "tx_id", "time", "contract"] as const),
      sql<MarketEntryKind>`case when ${ref("is_refund")} then 'betRefunded' else 'betWon' end`.as(
        "kind",
      ),
      "payout as cash",
    ])
    .where("wallet", "=", wallet)
    .where("id", ">=", first)
    .where("tx_id", ">", last)
  return db
    .selectFrom(bets.unionAll(claims).as("entry"))
    .select(({ ref }) => ["tx_id as id", unixSeconds(ref("time")).as("time")])
    .select(["kind", "contract", "cash"])
    .orderBy("entry.id")
})

/** Adds a wallet's bets on price rounds and what they paid to its entries, by transaction. */
export async function addRoundEntries(
  wallet: string,
  after: { first: number; last: number },
  known: ReadonlyMap<string, TransactionEntries>,
): Promise<Map<string, TransactionEntries>> {
  const found = new Map(known)
  for (const { id, time, kind, contract, cash: amount } of await selectEntries({
    wallet,
    ...after,
  })) {
    const cash = BigInt(amount)
    const { entries = [], contractCash = 0n } = found.get(id) ?? {}
    const entry = { kind, token: contract, outcome: null, shares: 0n, cash }
    found.set(id, { time, entries: [...entries, entry], contractCash: contractCash + cash })
  }
  return found
}

/** USDB that a wallet has in a price round: its stake until the round is decided, then what it can claim. */
export type RoundStake = {
  amount: bigint
  /** Unix seconds; null while it lasts. */
  from: number
  until: number | null
}

const selectSpans = statement({ wallet: "text", contracts: "text[]" }, ({ wallet, contracts }) =>
  db
    .selectFrom("updown_position as p")
    .innerJoin("updown_round as r", (join) =>
      join
        .onRef("r.contract", "=", "p.contract")
        .onRef("r.tf", "=", "p.tf")
        .onRef("r.round_id", "=", "p.round_id"),
    )
    .select(({ ref }) => [
      "p.stake",
      "p.payout",
      unixSeconds(ref("p.placed_at")).as("placed"),
      unixSeconds(ref("r.settled_at")).as("settled"),
      unixSeconds(ref("p.claimed_at")).as("claimed"),
    ])
    .where("p.wallet", "=", wallet)
    .where(({ ref }) => sql<boolean>`${ref("p.contract")} = any(${contracts})`)
    .where("p.state", "=", sql.lit("closed")),
)

/** Positions that are open or wait for their claim; more of them are counted once the first are claimed. */
const MOST_OPEN = 1_000

/** What a wallet has and had in price rounds. */
export async function findRoundStakes(wallet: string): Promise<RoundStake[]> {
  const contracts = listAssetContracts().map(({ contract }) => contract)
  const [closed, open] = await Promise.all([
    selectSpans({ wallet, contracts }),
    findPositions(wallet, { states: ["active", "claimable"], limit: MOST_OPEN }),
  ])
  const past = closed.flatMap(({ stake, payout, placed, settled, claimed }): RoundStake[] => [
    { amount: BigInt(stake), from: placed, until: settled },
    ...(payout === null || settled === null
      ? []
      : [{ amount: BigInt(payout), from: settled, until: claimed }]),
  ])
  const present = open.flatMap(({ round, stake, placedAt, claimable, state }): RoundStake[] => {
    const [placed, settled] = [toSeconds(placedAt), round.settledAt && toSeconds(round.settledAt)]
    if (state === "active" || settled === null)
      return [{ amount: stake, from: placed, until: null }]
    return [
      { amount: stake, from: placed, until: settled },
      { amount: claimable, from: settled, until: null },
    ]
  })
  return [...past, ...present]
}

const toSeconds = (time: Date) => Math.floor(+time / 1_000)
