import { LRUCache } from "lru-cache"
import { coalesce } from "@/lib/async/coalesce"
import { processSingleton } from "@/lib/async/process-singleton"
import { getDeployment } from "@/lib/chain/deployment"
import { addBetEntries, readBetEntries } from "./bet-entries"
import { addKeptTokens } from "./kept-tokens"
import { readLoanSteps } from "./loan-steps"
import { readMarketEntries, reconcileEntries, type TransactionEntries } from "./market-entries"
import {
  applyTransaction,
  cashBesideEntries,
  createPortfolio,
  type Portfolio,
  type TransactionEffects,
  tokenOfKey,
  valueAt,
} from "./math"
import { findPricesAt, type PriceRequest, priceKey } from "./prices"
import { addTransactions, type WalletTransaction } from "./transactions"
import { type Anchor, type AssetTransfer, readTransfers, toIdBounds } from "./transfers"
import { readVestingSteps } from "./vesting-steps"

/** Reading a shorter history takes no longer than copying it from the cache. */
const MIN_CACHED_TRANSACTIONS = 500

/** For all wallets together: about 100 MB. */
const MAX_CACHED_TRANSACTIONS = 400_000

/** All transactions of a wallet in the order of the chain, and what they have led to. */
type History = { transactions: readonly WalletTransaction[]; account: Readonly<Portfolio> }

const EMPTY: History = { transactions: [], account: createPortfolio() }

/** The first part of a wallet's history, valid while its anchor is on the chain; null when the history is too long. */
type CachedHistory = { settled: History | null; anchor: Anchor }

const getHistoryCache = () =>
  processSingleton(
    "portfolio-histories",
    () =>
      new LRUCache<string, CachedHistory>({
        maxSize: MAX_CACHED_TRANSACTIONS,
        sizeCalculation: ({ settled }) => Math.max(1, settled?.transactions.length ?? 0),
      }),
  )

export function findCachedHistory(wallet: string): CachedHistory | undefined {
  return getHistoryCache().get(wallet)
}

export function removeCachedHistory(wallet: string): void {
  getHistoryCache().delete(wallet)
}

/** Caches the part that cannot change while the anchor is on the chain. */
function cacheHistory(wallet: string, { settled, anchor }: CachedHistory): void {
  removeCachedHistory(wallet)
  if (settled && settled.transactions.length < MIN_CACHED_TRANSACTIONS) return
  getHistoryCache().set(wallet, { settled, anchor })
}

/**
 * The number of transactions before the anchor's minute. Prices come from candles of one minute, and transactions after
 * the anchor may still change the candle of its minute.
 */
function countSettled(transactions: readonly WalletTransaction[], { id, time }: Anchor) {
  const minute = time - (time % 60)
  return (
    1 + transactions.findLastIndex((each) => each.time < minute && BigInt(each.id) <= BigInt(id))
  )
}

/** All transactions of a wallet in the order of the chain; null when there are too many. */
export const findHistory = async (wallet: string) =>
  (await findReplayedHistory(wallet))?.transactions ?? null

/** The same with what they have led to. */
export const findReplayedHistory = (wallet: string): Promise<History | null> =>
  coalesce(`changes:${wallet}`, () => readHistory(wallet))

/** Continues the cached history; reads everything again after a reorganisation of the chain. */
async function readHistory(wallet: string): Promise<History | null> {
  const cached = findCachedHistory(wallet)
  const last = cached?.settled ? cached.settled.transactions.at(-1) : cached?.anchor
  const [{ anchor, isContinued, transfers }, entries, bets, loans, vesting] = await Promise.all([
    readTransfers(wallet, { after: last?.id, anchor: cached?.anchor }),
    readMarketEntries(wallet, toIdBounds(last?.id)),
    readBetEntries(wallet, toIdBounds(last?.id)),
    readLoanSteps(wallet),
    readVestingSteps(wallet),
  ])
  if (cached && !isContinued) {
    removeCachedHistory(wallet)
    return readHistory(wallet)
  }
  const isNew = ({ txId }: { txId: string }) => !last || BigInt(txId) > BigInt(last.id)
  const kept = { loans: loans.steps.filter(isNew), vesting: vesting.steps.filter(isNew) }
  const before = cached ? cached.settled : EMPTY
  if (!transfers || !before) {
    if (anchor) cacheHistory(wallet, { settled: null, anchor })
    return null
  }
  const added = await addPrices(
    addKeptTokens(
      addBetEntries(addMarketEntries(groupByTransaction(transfers), entries), bets),
      kept,
    ),
  )
  if (!anchor) return extend(before, added)
  // The newer one of both, as what is cached is settled by it.
  const newest = cached && BigInt(cached.anchor.id) > BigInt(anchor.id) ? cached.anchor : anchor
  const count = countSettled(added, newest)
  const settled = extend(before, added.slice(0, count))
  cacheHistory(wallet, { settled, anchor: newest })
  return extend(settled, added.slice(count))
}

/** Replays only what is new: however long the history before is. */
function extend(before: History, added: readonly WalletTransaction[]): History {
  if (added.length === 0) return before
  const { positions, ...rest } = before.account
  const account = {
    ...rest,
    positions: new Map([...positions].map(([key, position]) => [key, { ...position }])),
  }
  for (const transaction of added) applyTransaction(account, transaction)
  return { transactions: [...before.transactions, ...added], account }
}

/** Groups the transfers by transaction. */
function groupByTransaction(transfers: readonly AssetTransfer[]): WalletTransaction[] {
  const { usdb } = getDeployment()
  // One string per token address, to save memory.
  const interned = new Map<string, string>()
  const transactions: WalletTransaction[] = []
  for (const [id, address, units, time, isStake] of transfers) {
    const token = interned.get(address) ?? address
    interned.set(token, token)
    const amount = BigInt(units)
    let transaction = transactions.at(-1)
    if (transaction?.id !== id) {
      transaction = { id, time, cash: 0n, deltas: [] }
      transactions.push(transaction)
    }
    if (isStake) transaction.stakes = [...(transaction.stakes ?? []), { token, amount }]
    else if (token === usdb) transaction.cash = amount
    else transaction.deltas = [...transaction.deltas, { token, amount, value: null }]
  }
  return transactions
}

/** Adds the market entries. A transaction without any transfer has entries too: a sale may pay nothing. */
function addMarketEntries(
  transactions: readonly WalletTransaction[],
  entriesById: ReadonlyMap<string, TransactionEntries>,
): WalletTransaction[] {
  if (entriesById.size === 0) return [...transactions]
  const withEntries = [...entriesById].filter(([, { entries }]) => entries.length > 0)
  const all = addTransactions(
    transactions,
    withEntries.map(([id, { time }]) => ({ id, time })),
  )
  return all.map((transaction) => {
    const entries = entriesById.get(transaction.id)
    if (!entries) return transaction
    const market = reconcileEntries(entries, transaction.deltas.length > 0)
    return market.length === 0 ? transaction : { ...transaction, marketEntries: market }
  })
}

/** Adds market prices to transfers without USDB; a trade has its own price. */
async function addPrices(transactions: WalletTransaction[]): Promise<WalletTransaction[]> {
  const requests: PriceRequest[] = transactions
    .filter(needsPrice)
    .flatMap(({ deltas, time }) => deltas.map(({ token }) => ({ token: toToken(token), time })))
  if (requests.length === 0) return transactions
  const prices = await findPricesAt(requests)
  return transactions.map((transaction) => {
    if (!needsPrice(transaction)) return transaction
    const deltas = transaction.deltas.map((delta) => {
      const price = prices.get(priceKey({ token: toToken(delta.token), time: transaction.time }))
      const size = delta.amount < 0n ? -delta.amount : delta.amount
      return { ...delta, value: price === undefined ? null : valueAt(size, price) }
    })
    return { ...transaction, deltas }
  })
}

const toToken = (key: string) => tokenOfKey(key) ?? key

function needsPrice(transaction: TransactionEffects) {
  const { deltas } = transaction
  return deltas.length > 0 && (cashBesideEntries(transaction) === 0n || deltas.length > 1)
}

/** Amounts staked to vote after these transactions, by token. */
export function sumStaked(transactions: readonly WalletTransaction[]): Map<string, bigint> {
  const staked = new Map<string, bigint>()
  for (const { stakes = [] } of transactions) {
    for (const { token, amount } of stakes) staked.set(token, (staked.get(token) ?? 0n) - amount)
  }
  return new Map([...staked].filter(([, amount]) => amount > 0n))
}
