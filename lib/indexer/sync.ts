import type { ClientBase } from "pg"
import { ApiError } from "@/lib/api/errors"
import { type AddressBook, deployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db"
import { env } from "@/lib/env"
import { computeSoon } from "@/lib/profiles/points/run"
import { pause } from "./backoff"
import { createdTokens, type Decoded, decode, reportMalformed } from "./decode"
import { listedTokens, listMainToken } from "./derived/tokens"
import { candidates, confirmTokens, rememberForeign } from "./emitters"
import { noFacts, type Table, tableNames } from "./facts"
import { announce, exclusively, ingest } from "./ingest"
import type { Header, RawLog } from "./logs"
import { describeMainToken } from "./main-token"
import { marketContracts, readDetails, readOrders } from "./markets"
import { creationTransaction, headerAt, type Receipt, receiptAndHead } from "./node"
import { sourcesOf } from "./prepare"
import { openRpc, type Rpc, RpcError } from "./rpc"
import { type SyncEvent, syncEvent } from "./schema"
import { StaleBatch } from "./stale"
import { recheckWhitelists } from "./whitelist"
import { asAddress } from "./words"

/** How long a receipt is waited for, and the node's failures are borne. */
const PATIENCE_MS = 5_000
const RETRY_MS = 100
/** After this the caller may ask again when the node failed. */
const RETRY_AFTER_SECONDS = 5

export type Mined = { receipt: Receipt; header: Header }

/** May refuse a transaction by its events, before anything is written. */
type Check = (events: readonly SyncEvent[]) => void

/**
 * Indexes one transaction at once, with the creations of tokens it uses that are not listed yet.
 * Answers its events in log order, the same ones on every repetition.
 */
export async function syncTransaction(hash: string, check?: Check): Promise<SyncEvent[]> {
  const rpc = connect()
  const deadline = Date.now() + PATIENCE_MS
  let failure: unknown = null
  do {
    try {
      const mined = await findMined(rpc, hash)
      if (mined) return (await indexMined(rpc, [mined], check)).flat()
      failure = null
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (!isPassing(error)) throw error
      failure = error
    }
    await pause(RETRY_MS)
  } while (Date.now() < deadline)
  if (failure) throw syncFailed(failure)
  throw new ApiError("TX_NOT_FOUND", "No receipt for this transaction hash on this chain")
}

const LOCK_NOT_AVAILABLE = "55P03"

/** The node's failures, blocks that left the chain meanwhile, and a database that is being rebuilt. */
function isPassing(error: unknown) {
  if (error instanceof RpcError || error instanceof StaleBatch) return true
  return error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE
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

async function withClient<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await db().pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** A transaction in a block of the chain; null while there is none. */
export async function findMined(rpc: Rpc, hash: string): Promise<Mined | null> {
  const { receipt, head } = await receiptAndHead(rpc, hash)
  if (!receipt) return null
  if (receipt.status !== "0x1") throw new ApiError("TX_FAILED", "The transaction was reverted")
  const number = +receipt.blockNumber
  const header = head?.number === number ? head : await headerAt(rpc, number)
  // Between two blocks of one height, or a node behind the one that gave the receipt.
  if (header?.hash !== receipt.blockHash)
    throw new RpcError("The receipt's block is not the chain's")
  return { receipt, header }
}

/** Stores mined transactions together; answers the events of each. */
export async function indexMined(
  rpc: Rpc,
  mined: readonly Mined[],
  check: Check = () => {},
): Promise<SyncEvent[][]> {
  const book = deployment()
  const { all, tokens } = await withCreations(rpc, mined, book)
  const decoded = await decodeAll(rpc, all, { book, tokens })
  const answers = decoded
    .slice(0, mined.length)
    .map(({ events }) => syncEvent.array().parse(events))
  for (const events of answers) check(events)
  await write(rpc, { all, decoded, book })
  for (const { malformed } of decoded) reportMalformed(malformed)
  const called = mined.flatMap(({ receipt }) => receipt.to?.toLowerCase() ?? [])
  const calledTokens = called.filter((address) => tokens.has(address))
  if (calledTokens.length > 0) await recheckWhitelists(withClient, rpc, calledTokens)
  return answers
}

/**
 * The transactions first, then those that created their unlisted tokens, and so on; with all tokens
 * among the contracts these transactions called or that left logs in them.
 */
async function withCreations(rpc: Rpc, mined: readonly Mined[], book: AddressBook) {
  const all = new Map(mined.map((one) => [one.receipt.transactionHash, one]))
  const tokens = new Set<string>()
  let added = [...mined]
  while (added.length > 0) {
    const receipts = added.map(({ receipt }) => receipt)
    const logs = receipts.flatMap((receipt) => receipt.logs)
    const sourceOf = sourcesOf(book, () => false)
    const emitters = new Set([...candidates(logs, book), ...namedMarkets(logs, book)])
    const called = receipts.flatMap(({ to }) => to?.toLowerCase() ?? [])
    const known = await withClient((client) =>
      listedTokens(client, [...emitters, ...called, book.mainToken]),
    )
    if (!known.includes(book.mainToken)) await listMain(rpc, book)
    for (const token of known) tokens.add(token)
    for (const { token } of createdTokens(logs, sourceOf)) tokens.add(token)
    const unlisted = [...emitters].filter((emitter) => !tokens.has(emitter))
    added = []
    for (const token of await confirmTokens(rpc, book.factory, unlisted)) {
      const announcers = [book.factory, ...marketContracts(book)]
      const hash = await creationTransaction(rpc, announcers, token)
      if (!hash) {
        // Created without an announcement: not listed, whatever the factory says.
        rememberForeign(token)
        continue
      }
      tokens.add(token)
      if (all.has(hash)) continue
      const creation = await findMined(rpc, hash)
      if (!creation) throw new RpcError("The node lacks a token's creation")
      all.set(hash, creation)
      added.push(creation)
    }
  }
  return { all: [...all.values()], tokens }
}

/** The markets that logs of the market contracts are about: the second topic of each. */
function namedMarkets(logs: readonly RawLog[], book: AddressBook) {
  const contracts = marketContracts(book)
  return logs.flatMap(({ address, topics }) => {
    const market = contracts.includes(address) && asAddress(topics[1]?.slice(2) ?? "")
    return market ? [market] : []
  })
}

/** Without a follower the main token is listed by the first sync. */
async function listMain(rpc: Rpc, book: AddressBook) {
  const main = await describeMainToken(rpc, book)
  await withClient((client) => exclusively(client, () => listMainToken(client, main)))
}

type Known = { book: AddressBook; tokens: Set<string> }

async function decodeAll(rpc: Rpc, all: readonly Mined[], { book, tokens }: Known) {
  const logs = all.flatMap(({ receipt }) => receipt.logs)
  const sourceOf = sourcesOf(book, (address) => tokens.has(address))
  const details = await readDetails(rpc, createdTokens(logs, sourceOf), book)
  // Other events of an order may never be reported: the contract knows what is left of it.
  const order = await readOrders(rpc, logs, book, { left: true })
  return all.map(({ receipt, header }) =>
    decode(
      receipt.logs,
      {
        chainId: book.chainId,
        mainToken: book.mainToken,
        sourceOf,
        timeOf: () => header.time,
        details: (token) => details.get(token),
        order,
        senderOf: () => receipt.from.toLowerCase(),
      },
      { answers: true },
    ),
  )
}

type Result = { all: readonly Mined[]; decoded: readonly Decoded[]; book: AddressBook }

async function write(rpc: Rpc, { all, decoded, book }: Result) {
  const transactions = decoded.flatMap((part) => part.transactions)
  if (transactions.length === 0) return
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
  await withClient((client) =>
    exclusively(
      client,
      async () => {
        const tokens = await ingest(client, { facts, transactions, confirm }, book)
        const block = all[0]?.header.number ?? null
        await announce(client, { block, head: block, tokens })
      },
      { lockTimeoutMs: PATIENCE_MS },
    ),
  )
  computeSoon()
}
