import { processSingleton } from "@/lib/api/process-singleton"
import type { WalletTransaction } from "./history"
import type { Anchor } from "./transfers"

/** Shorter histories are read as quickly as they are remembered. */
const MIN_CACHED_TRANSACTIONS = 500

/** Of all wallets together: some 100 MB. */
const MAX_CACHED_TRANSACTIONS = 400_000

/** The beginning of a wallet's history, true while its anchor stands; null when it is too long to follow. */
export type CachedHistory = { transactions: readonly WalletTransaction[] | null; anchor: Anchor }

const getHistoryCache = () =>
  processSingleton("portfolio-histories", () => new Map<string, CachedHistory>())

export function findCachedHistory(wallet: string): CachedHistory | undefined {
  return getHistoryCache().get(wallet)
}

export function removeCachedHistory(wallet: string): void {
  getHistoryCache().delete(wallet)
}

/** Keeps what can no longer change while the anchor stands; whoever was not asked for longest makes room. */
export function cacheHistory(wallet: string, { transactions, anchor }: CachedHistory): void {
  removeCachedHistory(wallet)
  const final = transactions && takeFinalTransactions(transactions, anchor)
  if (final && final.length < MIN_CACHED_TRANSACTIONS) return
  getHistoryCache().set(wallet, { transactions: final, anchor })
  let total = 0
  for (const [each, { transactions: theirs }] of [...getHistoryCache()].reverse()) {
    total += theirs?.length ?? 1
    if (total > MAX_CACHED_TRANSACTIONS) removeCachedHistory(each)
  }
}

/**
 * Prices are read from candles of one minute: those of the anchor's minute may still move, as whatever
 * comes after the anchor is not older than it.
 */
function takeFinalTransactions(transactions: readonly WalletTransaction[], { id, time }: Anchor) {
  const minute = time - (time % 60)
  const end = transactions.findLastIndex(
    (each) => each.time < minute && BigInt(each.id) <= BigInt(id),
  )
  return transactions.slice(0, end + 1)
}
