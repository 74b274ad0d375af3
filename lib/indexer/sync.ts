import type { ClientBase } from "pg"
import { ApiError } from "@/lib/api/errors"
import { type AddressBook, deployment } from "@/lib/chain/deployment"
import { pool, writers } from "@/lib/db/client"
import { env } from "@/lib/env"
import { computeSoon } from "@/lib/profiles/points/run"
import { pause } from "./backoff"
import { readChanges } from "./calls"
import { createdTokens, type Decoded } from "./decode"
import { listedTokens, listMainToken } from "./derived/tokens"
import { candidates, sourcesOf } from "./emitters"
import { noFacts, type Table, tableNames } from "./facts"
import { announce, exclusively, ingest } from "./ingest"
import { describeMainToken } from "./main-token"
import { marketContracts } from "./markets"
import {
  decodeMined,
  findCreations,
  findMined,
  type Mined,
  namedMarkets,
  placeMined,
} from "./mined"
import { headerAt, receiptAndHead } from "./node"
import { asCall } from "./node-calls"
import { AnswerTooLarge, openRpc, type Rpc, RpcError } from "./rpc"
import { type SyncEvent, syncEvent } from "./schema"
import { StaleBatch } from "./stale"
import { reportUnreadable, setAside } from "./unreadable"
import { recheckEntries } from "./whitelist"

/** How long a receipt is waited for, and the node's failures are borne. */
const PATIENCE_MS = 5_000
/** The first pause between two tries; each is twice the one before. */
const FIRST_PAUSE_MS = 100
/** After this the caller may ask again when the node failed. */
const RETRY_AFTER_SECONDS = 5
/** Whitelist entries of one transaction that are asked about; the follower sees to the others. */
const MAX_ENTRIES = 100

/** May refuse a transaction by its events, before anything is written. */
type Check = (events: readonly SyncEvent[]) => void

/**
 * Indexes one transaction at once, with the creations of tokens it uses that are not listed yet.
 * Answers its events in log order, the same ones on every repetition.
 */
export async function syncTransaction(hash: string, check?: Check): Promise<SyncEvent[]> {
  const rpc = connect()
  const deadline = Date.now() + PATIENCE_MS
  const first = await awaitMined(rpc, hash, deadline)
  return patiently(deadline, async (tries) => {
    // After a failure the transaction may stand in another block.
    const mined = tries === 0 ? first : await findMined(rpc, hash)
    if (!mined) throw notFound()
    return (await indexMined(rpc, [mined], check)).flat()
  })
}

/** Who waits for which transaction. */
const waits = new Map<string, Promise<Mined>>()

/** Waits for a transaction to be mined; callers that wait for the same one ask the node together. */
async function awaitMined(rpc: Rpc, hash: string, deadline: number): Promise<Mined> {
  for (;;) {
    try {
      return await (waits.get(hash) ?? startWait(rpc, hash, deadline))
    } catch (error) {
      // The others' time was up before this caller's.
      if (!isMissing(error) || Date.now() >= deadline) throw error
    }
  }
}

function startWait(rpc: Rpc, hash: string, deadline: number): Promise<Mined> {
  const wait = patiently(deadline, async (tries) => {
    // Mostly it is mined already, in the newest block.
    const { receipt, head } = await receiptAndHead(rpc, hash, { withHead: tries === 0 })
    if (!receipt) throw notFound()
    return placeMined(rpc, receipt, head)
  }).finally(() => waits.delete(hash))
  waits.set(hash, wait)
  return wait
}

const notFound = () =>
  new ApiError("TX_NOT_FOUND", "No receipt for this transaction hash on this chain")
const isMissing = (error: unknown) => error instanceof ApiError && error.code === "TX_NOT_FOUND"

/** Tries again after growing pauses, until the deadline, while a failure may pass by itself. */
async function patiently<T>(deadline: number, work: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work(tries)
    } catch (error) {
      const left = deadline - Date.now()
      if (!isPassing(error)) throw error
      if (error instanceof AnswerTooLarge || left <= 0)
        throw error instanceof ApiError ? error : syncFailed(error)
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** tries, left))
    }
  }
}

const LOCK_NOT_AVAILABLE = "55P03"
/** What the pool says when all of its connections are in use for too long. */
const NO_CONNECTION = /^timeout exceeded when trying to connect/

/**
 * A transaction that is not mined yet, the node's failures, blocks that left the chain meanwhile, and a database
 * that is being rebuilt or has its hands full.
 */
function isPassing(error: unknown) {
  if (error instanceof ApiError) return isMissing(error)
  if (error instanceof RpcError || error instanceof StaleBatch) return true
  if (!(error instanceof Error)) return false
  return ("code" in error && error.code === LOCK_NOT_AVAILABLE) || NO_CONNECTION.test(error.message)
}

const syncFailed = (cause?: unknown) =>
  new ApiError("SYNC_FAILED", "The transaction could not be indexed now, try again later", {
    retryAfter: RETRY_AFTER_SECONDS,
    cause,
  })

function connect() {
  const { RPC_URL } = env()
  if (!RPC_URL) throw syncFailed()
  return openRpc(RPC_URL, { timeoutMs: PATIENCE_MS })
}

type Pool = ReturnType<typeof writers>

/** Reads wait for nobody; writes have connections of their own, on which they wait for each other. */
const reading = <T>(work: (client: ClientBase) => Promise<T>) => withClient(pool(), work)

/** Waits for a connection and for the other writers together no longer than a caller may wait. */
function writing<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
  const startedAt = Date.now()
  return withClient(writers(), (client) => {
    const lockTimeoutMs = Math.max(1, PATIENCE_MS - (Date.now() - startedAt))
    return exclusively(client, () => work(client), { lockTimeoutMs })
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

/** Stores mined transactions together; answers the events of each. */
export async function indexMined(
  rpc: Rpc,
  mined: readonly Mined[],
  check: Check = () => {},
): Promise<SyncEvent[][]> {
  const book = deployment()
  const { all, listed } = await withCreations(rpc, mined, book)
  const decoded = await decodeMined(rpc, all, { book, isListed: (token) => listed.has(token) })
  const answers = decoded
    .slice(0, mined.length)
    .map(({ events }) => syncEvent.array().parse(events))
  for (const events of answers) check(events)
  await write(rpc, { all, decoded, book })
  const removals = await findRemovals(rpc, mined, { book, listed })
  // What is whitelisted here may have been removed by a later transaction that was reported before.
  const entries = [...decoded.flatMap(({ facts }) => facts.whitelistEvent), ...removals]
  await recheckEntries({ reading, writing }, rpc, entries.slice(0, MAX_ENTRIES))
  return answers
}

/** A removal from a whitelist leaves no log: only transactions without any are looked at. */
async function findRemovals(rpc: Rpc, mined: readonly Mined[], { book, listed }: Known) {
  const contracts = new Set([...marketContracts(book), ...listed])
  const silent = mined.filter(
    ({ receipt: { to, logs } }) => logs.length === 0 && to && contracts.has(to.toLowerCase()),
  )
  if (silent.length === 0) return []
  const transactions = await rpc.batch(
    silent.map(({ receipt: { transactionHash } }) => ({
      method: "eth_getTransactionByHash",
      params: [transactionHash],
    })),
  )
  // Which of a market contract's tokens are listed is told by the entries themselves.
  const isToken = (address: string) => !marketContracts(book).includes(address)
  return readChanges(transactions.flatMap(asCall), book, isToken).removals
}

type Known = { book: AddressBook; listed: ReadonlySet<string> }

/**
 * The transactions first, then those that created their unlisted tokens, and so on; with the listed ones among the
 * contracts these transactions called or that left logs in them.
 */
async function withCreations(rpc: Rpc, mined: readonly Mined[], book: AddressBook) {
  const all = new Map(mined.map((one) => [one.receipt.transactionHash, one]))
  const listed = new Set<string>()
  const created = new Set<string>()
  let added = [...mined]
  while (added.length > 0) {
    const receipts = added.map(({ receipt }) => receipt)
    const logs = receipts.flatMap((receipt) => receipt.logs)
    const sourceOf = sourcesOf(book, () => false)
    const emitters = new Set([...candidates(logs, book), ...namedMarkets(logs, book)])
    const called = receipts.flatMap(({ to }) => to?.toLowerCase() ?? [])
    const known = await reading((client) =>
      listedTokens(client, [...emitters, ...called, book.mainToken]),
    )
    if (!known.includes(book.mainToken)) await listMain(rpc, book)
    for (const token of known) listed.add(token)
    for (const { token } of createdTokens(logs, sourceOf)) created.add(token)
    const unlisted = [...emitters].filter(
      (emitter) => !listed.has(emitter) && !created.has(emitter),
    )
    added = []
    for (const { token, hash } of await findCreations(rpc, unlisted, book)) {
      created.add(token)
      if (all.has(hash)) continue
      const creation = await findMined(rpc, hash)
      if (!creation) throw new RpcError("The node lacks a token's creation")
      all.set(hash, creation)
      added.push(creation)
    }
  }
  return { all: [...all.values()], listed }
}

/** Without a follower the main token is listed by the first sync. */
async function listMain(rpc: Rpc, book: AddressBook) {
  const main = await describeMainToken(rpc, book)
  await writing((client) => listMainToken(client, main))
}

type Result = { all: readonly Mined[]; decoded: readonly Decoded[]; book: AddressBook }

async function write(rpc: Rpc, { all, decoded, book }: Result) {
  const transactions = decoded.flatMap((part) => part.transactions)
  const unreadable = decoded.flatMap((part) => part.unreadable)
  if (transactions.length + unreadable.length === 0) return
  const facts = noFacts()
  for (const part of decoded) {
    for (const table of tableNames) {
      ;(facts[table] as unknown[]).push(...part.facts[table as Table])
    }
  }
  const confirm = async () => {
    const headers = await Promise.all(all.map(({ header }) => headerAt(rpc, header.number)))
    return all.every(({ header }, i) => headers[i]?.hash === header.hash)
  }
  const fresh = await writing(async (client) => {
    const tokens = await ingest(client, { facts, transactions, confirm }, book)
    const block = all[0]?.header.number ?? null
    await announce(client, { block, head: block, tokens })
    return setAside(client, unreadable)
  })
  reportUnreadable(fresh)
  computeSoon()
}
