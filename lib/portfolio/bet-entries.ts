import { sql } from "kysely"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import type { BetEntry } from "./math"
import { addTransactions, type WalletTransaction } from "./transactions"

/** A wallet's stakes in price rounds and their payouts, in the order of the chain. */
const selectBetEntries = statement(
  { wallet: "text", first: "bigint", last: "bigint" },
  ({ wallet, first, last }) => {
    const bets = db
      .selectFrom("updown_bet as b")
      .select(["b.id", "b.tx_id", "b.time", "b.contract", "b.tf", "b.round_id", "b.side"])
      .select(sql<BetEntry["kind"]>`'bet'`.as("kind"))
      .select(({ ref }) => ["b.amount as stake", sql<string>`-${ref("b.amount")}`.as("cash")])
      .where("b.wallet", "=", wallet)
      .where("b.id", ">=", first)
      .where("b.tx_id", ">", last)
    const claims = db
      .selectFrom("updown_claim as c")
      .leftJoin("updown_position as p", (join) =>
        join
          .onRef("p.wallet", "=", "c.wallet")
          .onRef("p.contract", "=", "c.contract")
          .onRef("p.tf", "=", "c.tf")
          .onRef("p.round_id", "=", "c.round_id"),
      )
      .select(["c.id", "c.tx_id", "c.time", "c.contract", "c.tf", "c.round_id"])
      .select(({ ref }) => [
        sql<number>`coalesce(${ref("p.side")}, 0)::smallint`.as("side"),
        sql<
          BetEntry["kind"]
        >`case when ${ref("c.is_refund")} then 'betRefunded' else 'betWon' end`.as("kind"),
      ])
      .select(["c.stake", "c.payout as cash"])
      .where("c.wallet", "=", wallet)
      .where("c.id", ">=", first)
      .where("c.tx_id", ">", last)
    return db
      .selectFrom(bets.unionAll(claims).as("entry"))
      .select(({ ref }) => [
        sql<string>`${ref("entry.tx_id")}::text`.as("txId"),
        unixSeconds(ref("entry.time")).as("time"),
      ])
      .select(["kind", "contract", "tf", "round_id as roundId", "side", "stake", "cash"])
      .orderBy("entry.id")
  },
)

type TransactionBets = { time: number; entries: BetEntry[] }

/** By the id of the transaction's row. */
export async function readBetEntries(
  wallet: string,
  bounds: { first: number; last: number },
): Promise<Map<string, TransactionBets>> {
  const betsById = new Map<string, TransactionBets>()
  for (const { txId, time, stake, cash, ...entry } of await selectBetEntries({
    wallet,
    ...bounds,
  })) {
    const bets = betsById.get(txId) ?? { time, entries: [] }
    bets.entries.push({ ...entry, stake: BigInt(stake), cash: BigInt(cash) })
    betsById.set(txId, bets)
  }
  return betsById
}

/** A transaction whose payouts equal its bets has no transfer in sum, but has entries. */
export function addBetEntries(
  transactions: readonly WalletTransaction[],
  entriesById: ReadonlyMap<string, TransactionBets>,
): WalletTransaction[] {
  if (entriesById.size === 0) return [...transactions]
  const touched = [...entriesById].map(([id, { time }]) => ({ id, time }))
  return addTransactions(transactions, touched).map((transaction) => {
    const bets = entriesById.get(transaction.id)
    return bets ? { ...transaction, betEntries: bets.entries } : transaction
  })
}
