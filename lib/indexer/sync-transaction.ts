import { LRUCache } from "lru-cache"
import type { ClientBase, QueryConfig } from "pg"
import { sleep } from "@/lib/async/backoff"
import { gather } from "@/lib/async/coalesce"
import { type AddressBook, getDeployment } from "@/lib/chain/deployment"
import { pool, writers } from "@/lib/db/client"
import { isDatabaseBusy } from "@/lib/db/errors"
import { withWriteLock } from "@/lib/db/write-lock"
import { env } from "@/lib/env"
import { type EventTable, emptyEventRows, eventTables } from "@/lib/events/event-rows"
import { getObservers } from "@/lib/events/observers"
import { ApiError } from "@/lib/http/errors"
import { changeStatement } from "@/lib/stream-log/change"
import { inSpan } from "@/lib/telemetry/signals"
import { findCalldataChanges } from "./calldata"
import { type DecodedLogs, findCreatedTokens } from "./decode"
import { StaleBatchError } from "./errors"
import { ingest } from "./ingest"
import { listMarketContracts } from "./market-contracts"
import {
  attachHeader,
  decodeTransactions,
  findCreations,
  findMinedTransaction,
  findNamedMarkets,
  type MinedTransaction,
  readReceipt,
} from "./mined-transactions"
import { logMissing } from "./missing-states"
import { type Receipt, readHeaders } from "./node"
import { findListedTokens, listMainToken } from "./projections/tokens"
import { createRpc, ResponseTooLargeError, type Rpc, RpcError } from "./rpc"
import { parseCall } from "./rpc-calls"
import { type SyncEvent, syncEvent } from "./schema"
import { createSourceLookup, fetchMainToken, findTokenCandidates } from "./token-contracts"
import { logUnreadable, storeUnreadable } from "./unreadable-logs"
import { recheckEntries } from "./whitelist-checker"
import { WriteQueue, type Writing } from "./write-queue"

/** How long to wait for a receipt and to retry failures of the node. */
const PATIENCE_MS = 5_000
/** The first pause between two tries; each is twice the one before. */
const FIRST_DELAY_MS = 100
/** `Retry-After` of a failed sync. */
const RETRY_AFTER_SECONDS = 5
/** Whitelist entries checked for one transaction; the follower checks the others. */
const MAX_WHITELIST_CHECKS = 100

/** May throw to reject a transaction by its events, before anything is written. */
type EventsCheck = (events: readonly SyncEvent[]) => void

/**
 * Indexes one transaction immediately, with the creations of unlisted tokens it uses. Returns its events in log order,
 * the same on every call.
 */
export const syncTransaction = (hash: string, check?: EventsCheck): Promise<SyncEvent[]> =>
  inSpan(
    () => ({ name: "sync transaction", attributes: { "atoll.transaction": hash } }),
    () => sync(hash, check),
  )

async function sync(hash: string, check?: EventsCheck): Promise<SyncEvent[]> {
  const rpc = connectRpc()
  const deadline = Date.now() + PATIENCE_MS
  const first = await awaitTransaction(rpc, hash, deadline)
  return retryUntil(deadline, async (tries) => {
    // After a failure the transaction may be in another block.
    const mined = tries === 0 ? first : await findMinedTransaction(rpc, hash)
    if (!mined) throw notFound()
    return (await indexTransactions(rpc, [mined], check)).flat()
  })
}

/** Pending waits by transaction hash. */
const pendingWaits = new Map<string, Promise<MinedTransaction>>()

/** Waits until a transaction is mined; callers that wait for the same one share the requests. */
async function awaitTransaction(
  rpc: Rpc,
  hash: string,
  deadline: number,
): Promise<MinedTransaction> {
  for (;;) {
    try {
      return await (pendingWaits.get(hash) ?? startWaiting(rpc, hash, deadline))
    } catch (error) {
      // The shared wait may have an earlier deadline than this caller.
      if (!isNotFound(error) || Date.now() >= deadline) throw error
    }
  }
}

function startWaiting(rpc: Rpc, hash: string, deadline: number): Promise<MinedTransaction> {
  const wait = retryUntil(deadline, async (tries) => {
    const { receipt, head } = await readReceipt(rpc, hash, { withHead: tries === 0 })
    if (!receipt) throw notFound()
    return attachHeader(rpc, receipt, head)
  }).finally(() => pendingWaits.delete(hash))
  pendingWaits.set(hash, wait)
  return wait
}

const notFound = () =>
  new ApiError("TX_NOT_FOUND", "No receipt for this transaction hash on this chain")
const isNotFound = (error: unknown) => error instanceof ApiError && error.code === "TX_NOT_FOUND"

/** Retries transient failures after growing pauses until the deadline. */
async function retryUntil<T>(deadline: number, work: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work(tries)
    } catch (error) {
      const left = deadline - Date.now()
      if (!isTransient(error)) throw error
      if (error instanceof ResponseTooLargeError || left <= 0)
        throw error instanceof ApiError ? error : syncFailed(error)
      await sleep(Math.min(FIRST_DELAY_MS * 2 ** tries, left))
    }
  }
}

/**
 * The transaction is not mined yet, the node failed, a block left the chain meanwhile, or the database is busy or being
 * reindexed.
 */
function isTransient(error: unknown) {
  if (error instanceof ApiError) return isNotFound(error)
  return error instanceof RpcError || error instanceof StaleBatchError || isDatabaseBusy(error)
}

const syncFailed = (cause?: unknown) =>
  new ApiError("SYNC_FAILED", "The transaction could not be indexed now, try again later", {
    retryAfter: RETRY_AFTER_SECONDS,
    cause,
  })

const connections = new Map<string, Rpc>()

/** The same for all callers, so that they can share requests. */
function connectRpc(): Rpc {
  const { RPC_URL } = env()
  if (!RPC_URL) throw syncFailed()
  const rpc = connections.get(RPC_URL) ?? createRpc(RPC_URL, { timeoutMs: PATIENCE_MS })
  connections.set(RPC_URL, rpc)
  return rpc
}

type Pool = ReturnType<typeof writers>

const withReader = <T>(work: (client: ClientBase) => Promise<T>) => withClient(pool(), work)

/** Waits for a connection and the write lock, together at most PATIENCE_MS; `last` is sent with the commit. */
function withWriter<T>(
  work: (client: ClientBase) => Promise<T>,
  startedAt = Date.now(),
  last?: (result: T) => QueryConfig,
): Promise<T> {
  return withClient(writers(), (client) => {
    const lockTimeoutMs = Math.max(1, PATIENCE_MS - (Date.now() - startedAt))
    return withWriteLock(client, () => work(client), { lockTimeoutMs, last })
  })
}

async function withClient<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** Stores mined transactions together; returns the events of each. */
export async function indexTransactions(
  rpc: Rpc,
  mined: readonly MinedTransaction[],
  check: EventsCheck = () => {},
): Promise<SyncEvent[][]> {
  try {
    return await decodeAndStore(rpc, mined, { check, remembers: true })
  } catch (error) {
    if (!(error instanceof StaleBatchError)) throw error
    // The reason may be a token that was listed once.
    return decodeAndStore(rpc, mined, { check, remembers: false })
  }
}

type StoreOptions = { check: EventsCheck; remembers: boolean }

async function decodeAndStore(
  rpc: Rpc,
  mined: readonly MinedTransaction[],
  { check, remembers }: StoreOptions,
): Promise<SyncEvent[][]> {
  const book = getDeployment()
  const { all, listed } = await addCreations(rpc, mined, { book, remembers })
  const decoded = await decodeTransactions(rpc, all, {
    book,
    isListed: (token) => listed.has(token),
  })
  const answers = decoded
    .slice(0, mined.length)
    .map(({ events }) => syncEvent.array().parse(events))
  for (const events of answers) check(events)
  await storeTransactions(rpc, { all, decoded })
  const removals = await findRemovals(rpc, mined, { book, listed })
  // A later transaction that was reported earlier may have removed an entry made here.
  const entries = [...decoded.flatMap(({ eventRows }) => eventRows.whitelistEvent), ...removals]
  await recheckEntries(
    { reading: withReader, writing: withWriter },
    rpc,
    entries.slice(0, MAX_WHITELIST_CHECKS),
  )
  return answers
}

/** Whitelist removals emit no log, so only transactions without logs are read. */
async function findRemovals(rpc: Rpc, mined: readonly MinedTransaction[], { book, listed }: Known) {
  const contracts = new Set([...listMarketContracts(book), ...listed])
  const silent = mined.filter(
    ({ receipt }) => isSilent(receipt) && receipt.to && contracts.has(receipt.to.toLowerCase()),
  )
  if (silent.length === 0) return []
  const transactions = await rpc.batch(
    silent.map(({ receipt: { transactionHash } }) => ({
      method: "eth_getTransactionByHash",
      params: [transactionHash],
    })),
  )
  // The entries themselves show which tokens of a market contract are listed.
  const isToken = (address: string) => !listMarketContracts(book).includes(address)
  return findCalldataChanges(transactions.flatMap(parseCall), book, isToken).removals
}

const isSilent = ({ logs }: Receipt) => logs.length === 0

type Known = { book: AddressBook; listed: ReadonlySet<string> }

/**
 * The transactions, followed by those that created their unlisted tokens, and so on; and the listed tokens among the
 * contracts that emit their logs, or that are called and emit none.
 */
async function addCreations(
  rpc: Rpc,
  mined: readonly MinedTransaction[],
  { book, remembers }: { book: AddressBook; remembers: boolean },
) {
  const all = new Map(mined.map((one) => [one.receipt.transactionHash, one]))
  const listed = new Set<string>()
  const created = new Set<string>()
  let added = [...mined]
  while (added.length > 0) {
    const receipts = added.map(({ receipt }) => receipt)
    const logs = receipts.flatMap((receipt) => receipt.logs)
    const sourceOf = createSourceLookup(book, () => false)
    const emitters = new Set([...findTokenCandidates(logs, book), ...findNamedMarkets(logs, book)])
    const called = receipts.filter(isSilent).flatMap(({ to }) => to?.toLowerCase() ?? [])
    const named = [...emitters, ...called, book.mainToken]
    const listedTokens = await findListed(named, remembers)
    if (!listedTokens.includes(book.mainToken)) await listMissingMainToken(rpc, book)
    for (const token of listedTokens) listed.add(token)
    for (const { token } of findCreatedTokens(logs, sourceOf)) created.add(token)
    const unlisted = [...emitters].filter(
      (emitter) => !listed.has(emitter) && !created.has(emitter),
    )
    added = []
    for (const { token, hash } of await findCreations(rpc, unlisted, book)) {
      created.add(token)
      if (all.has(hash)) continue
      const creation = await findMinedTransaction(rpc, hash)
      if (!creation) throw new RpcError("The node lacks a token's creation")
      all.set(hash, creation)
      added.push(creation)
    }
  }
  return { all: [...all.values()], listed }
}

const MAX_KNOWN_TOKENS = 10_000

/** Tokens that were listed once. One may have been removed with its block since: then its rows cannot be stored. */
const knownTokens = new LRUCache<string, true>({ max: MAX_KNOWN_TOKENS })

/** The listed tokens among these contracts; unless it `remembers`, as the database has them now. */
async function findListed(contracts: readonly string[], remembers: boolean): Promise<string[]> {
  const remembered = new Set(remembers ? contracts.filter((each) => knownTokens.has(each)) : [])
  const unknown = contracts.filter((each) => !remembered.has(each))
  const confirmed = unknown.length > 0 ? await readListed(unknown) : new Set<string>()
  for (const each of unknown) {
    if (confirmed.has(each)) knownTokens.set(each, true)
    else knownTokens.delete(each)
  }
  return contracts.filter((each) => remembered.has(each) || confirmed.has(each))
}

/** The listed tokens among these contracts and those of simultaneous requests. */
const readListed = gather(
  async (contracts: readonly string[][]) =>
    new Set(await findListedTokens(undefined, new Set(contracts.flat()))),
)

/** Without a follower, the first sync lists the main token. */
async function listMissingMainToken(rpc: Rpc, book: AddressBook) {
  const main = await fetchMainToken(rpc, book)
  await withWriter((client) => listMainToken(client, main))
}

type DecodedTransactions = {
  all: readonly MinedTransaction[]
  decoded: readonly DecodedLogs[]
}

async function storeTransactions(rpc: Rpc, { all, decoded }: DecodedTransactions) {
  const transactions = decoded.flatMap((part) => part.transactions)
  const unreadable = decoded.flatMap((part) => part.unreadable)
  if (transactions.length + unreadable.length === 0) return
  const eventRows = emptyEventRows()
  for (const part of decoded) {
    for (const table of eventTables) {
      ;(eventRows[table] as unknown[]).push(...part.eventRows[table as EventTable])
    }
  }
  const headers = all.map(({ header }) => header)
  await queueOf(rpc).add({ eventRows, transactions, unreadable, headers })
  // A follower computes it within seconds.
  if (!env().INDEX_FOLLOWER) for (const observer of getObservers()) observer.startComputing()
}

const queues = new WeakMap<Rpc, WriteQueue>()

/** The queue of transactions that were read from the same node. */
function queueOf(rpc: Rpc): WriteQueue {
  const queue =
    queues.get(rpc) ?? new WriteQueue((batch, since) => store(rpc, batch, since), isDatabaseBusy)
  queues.set(rpc, queue)
  return queue
}

async function store(rpc: Rpc, batch: Writing, since: number) {
  const { eventRows, transactions, unreadable, headers } = batch
  const confirm = async () => {
    const now = await readHeaders(
      rpc,
      headers.map(({ number }) => number),
    )
    return headers.every(
      ({ number, hash }) => now.find((one) => one.number === number)?.hash === hash,
    )
  }
  const book = getDeployment()
  const block = Math.max(...headers.map(({ number }) => number))
  const work = async (client: ClientBase) => {
    const topics = await ingest(client, { eventRows, transactions, confirm }, book)
    return { topics, aside: await storeUnreadable(client, unreadable) }
  }
  const { aside } = await withWriter(work, since, ({ topics }) =>
    changeStatement({ block, head: block, topics }),
  )
  logUnreadable(aside)
  logMissing(eventRows.missingState)
}
