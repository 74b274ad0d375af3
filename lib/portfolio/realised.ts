import { findIndexedPositions } from "@/lib/markets/positions/queries"
import { findWalletTotals, totalWorth, type WalletTotals } from "@/lib/updown/wallet-totals"
import { findBonds, isOpenBond, sumBonds } from "./bonds"
import { findHistory } from "./history"
import { type MarketHoldings, summarizeMarkets } from "./market-holdings"
import { applyTransaction, createPortfolio, type Portfolio, unpaidStakes } from "./math"
import type { WalletTransaction } from "./transactions"

type RealisedInputs = Pick<MarketHoldings, "lost"> & {
  /** USDB in open bonds. */
  openBonds: bigint
  rounds: WalletTotals
}

/**
 * Realised profit and loss. The accounting books a bond as a loss when it is paid, but an open bond is not lost. No
 * transaction of the wallet shows that a round was decided: then the value of its bets differs from their cost.
 */
export function sumRealised(
  account: Portfolio,
  { lost, openBonds, rounds }: RealisedInputs,
): bigint {
  const booked = [...account.positions.values()].reduce((sum, { realised }) => sum + realised, 0n)
  return booked - lost + openBonds + totalWorth(rounds) - unpaidStakes(account)
}

/** The realised result of a transaction, without bonds and bounties. */
type TransactionResult = { transaction: WalletTransaction; result: bigint }

export type RealisedDetails = {
  realised: bigint
  results: TransactionResult[]
  /** Per market: the cost of shares that nobody redeems, and the final cost of bonds. */
  losses: { token: string; amount: bigint }[]
}

/** A wallet's realised results, from the index only; null when the history is too long. */
export async function findRealised(wallet: string): Promise<RealisedDetails | null> {
  const [transactions, positions, bonds, rounds] = await Promise.all([
    findHistory(wallet),
    findIndexedPositions(wallet),
    findBonds(wallet),
    findWalletTotals(wallet),
  ])
  if (!transactions) return null
  const account = createPortfolio()
  const results = transactions.map((transaction) => ({
    transaction,
    result: applyTransaction(account, transaction) - sumSettled(transaction),
  }))
  const holdings = await summarizeMarkets(positions, account)
  const open = bonds.filter(isOpenBond)
  return {
    realised: sumRealised(account, { lost: holdings.lost, openBonds: sumBonds(open), rounds }),
    results,
    losses: [...holdings.losses, ...sumBondResults(transactions, open)],
  }
}

/** Bonds and bounties are judged per market: a bond that comes back was no loss. */
const settledKinds = new Set(["bond", "bondBack", "bounty"])

const listSettled = ({ marketEntries = [] }: WalletTransaction) =>
  marketEntries.filter(({ kind }) => settledKinds.has(kind))

const sumSettled = (transaction: WalletTransaction) =>
  listSettled(transaction).reduce((sum, { cash }) => sum + cash, 0n)

function sumBondResults(
  transactions: readonly WalletTransaction[],
  open: readonly { token: string; amount: bigint }[],
) {
  const paid = transactions
    .flatMap(listSettled)
    .map(({ token, cash }) => ({ token, amount: -cash }))
  const returning = open.map(({ token, amount }) => ({ token, amount: -amount }))
  const sums = new Map<string, bigint>()
  for (const { token, amount } of [...paid, ...returning]) {
    sums.set(token, (sums.get(token) ?? 0n) + amount)
  }
  return [...sums].map(([token, amount]) => ({ token, amount }))
}
