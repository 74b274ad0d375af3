import { LRUCache } from "lru-cache"
import { processSingleton } from "@/lib/api/process-singleton"
import type { WalletTransaction } from "./history"
import type { Anchor } from "./transfers"

/** Reading a shorter history takes no longer than copying it from the cache. */
const MIN_CACHED_TRANSACTIONS = 500

/** Of all wallets together: about 100 MB. */
const MAX_CACHED_TRANSACTIONS = 400_000

/** The first part of a wallet's history, valid while its anchor is on the chain; null when the history is too long. */
export type CachedHistory = { transactions: readonly WalletTransaction[] | null; anchor: Anchor }

const getHistoryCache = () =>
  processSingleton(
    "portfolio-histories",
    () =>
      new LRUCache<string, CachedHistory>({
        maxSize: MAX_CACHED_TRANSACTIONS,
        sizeCalculation: ({ transactions }) => Math.max(1, transactions?.length ?? 0),
      }),
  )

export function findCachedHistory(wallet: string): CachedHistory | undefined {
  return getHistoryCache().get(wallet)
}

export function removeCachedHistory(wallet: string): void {
  getHistoryCache().delete(wallet)
}

/** Caches the part that cannot change while the anchor is on the chain. */
export function cacheHistory(wallet: string, { transactions, anchor }: CachedHistory): void {
  removeCachedHistory(wallet)
  const final = transactions && takeFinalTransactions(transactions, anchor)
  if (final && final.length < MIN_CACHED_TRANSACTIONS) return
  getHistoryCache().set(wallet, { transactions: final, anchor })
}

/**
 * The transactions before the anchor's minute. Prices come from candles of one minute, and transactions after the
 * anchor may still change the candle of its minute.
 */
function takeFinalTransactions(transactions: readonly WalletTransaction[], { id, time }: Anchor) {
  const minute = time - (time % 60)
  const end = transactions.findLastIndex(
    (each) => each.time < minute && BigInt(each.id) <= BigInt(id),
  )
  return transactions.slice(0, end + 1)
}
