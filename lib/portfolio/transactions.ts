import type { LoanAction } from "@/lib/loans/constants"
import type { TransactionEffects } from "./math"

/** A wallet's action with loans, the vault or vesting, by its first event in the transaction. */
export type KeptTokensLabel =
  | Exclude<LoanAction, "created">
  | "borrowed"
  | "leveraged"
  | "wrapped"
  | "unwrapped"
  | "vesting"
  | "vesting_claimed"

/** One transaction of a wallet and its effects. */
export type WalletTransaction = TransactionEffects & {
  /** Id of the transaction's row. */
  id: string
  /** Unix seconds. */
  time: number
  /** The wallet's action with loans, the vault or vesting. */
  label?: KeptTokensLabel
}

/** Adds transactions without a transfer, in the order of the chain. */
export function addTransactions(
  transactions: readonly WalletTransaction[],
  others: readonly { id: string; time: number }[],
): WalletTransaction[] {
  const ids = new Set(transactions.map(({ id }) => id))
  const missing = new Map(others.filter(({ id }) => !ids.has(id)).map((each) => [each.id, each]))
  if (missing.size === 0) return [...transactions]
  const added = [...missing.values()].map((each) => ({ ...each, cash: 0n, deltas: [] }))
  return [...transactions, ...added].sort(compareChainOrder)
}

const compareChainOrder = (a: WalletTransaction, b: WalletTransaction) =>
  BigInt(a.id) < BigInt(b.id) ? -1 : 1
