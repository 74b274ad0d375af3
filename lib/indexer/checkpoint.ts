import { sql } from "kysely"
import type { ClientBase } from "pg"
import { sleep } from "@/lib/async/backoff"
import type { AddressBook } from "@/lib/chain/deployment"
import { dbOn } from "@/lib/db/client"
import { isLockTimeout } from "@/lib/db/errors"
import { EVERYTHING, touchTopics } from "@/lib/db/topic-versions"
import { withWriteLock } from "@/lib/db/write-lock"
import { eventTableNames } from "@/lib/events/event-rows"
import type { Header } from "@/lib/events/logs"
import { tellObservers } from "@/lib/events/observers"
import type { Database } from "@/lib/generated/database"
import { logChange } from "@/lib/stream-log/change"
import { expireLog, readToldTo, startLog } from "@/lib/stream-log/log"
import { log } from "@/lib/telemetry/logger"
import { readCursor, readHashes, writeCursor } from "./cursor"
import { ConfigError } from "./errors"
import {
  findHeader,
  isDevelopmentNode,
  readGenesisHash,
  readHeaders,
  readLatestHeader,
} from "./node"
import { forgetAgentEvents } from "./projections/agents"
import { resetOnchainStates } from "./projections/onchain-state"
import { findListedTokens, listMainToken } from "./projections/tokens"
import { forgetRemovals } from "./projections/whitelist"
import { removeRows } from "./remove-rows"
import { type Rpc, RpcError } from "./rpc"
import { fetchMainToken } from "./token-contracts"

/** State of the follower, read from the database. */
export type Checkpoint = {
  genesisHash: string
  /** Highest block with all logs stored; before the first range, the one below the start block. */
  block: number
  /** Hash of that block; undefined before the first range. */
  hash: string | undefined
  tokens: Set<string>
  isDevelopment: boolean
  /** Streams have received the blocks up to this one. */
  toldTo: number
}

type ChainAccess = { rpc: Rpc; book: AddressBook }

/** Reads the checkpoint; throws unless the index belongs to this chain. */
export async function loadCheckpoint(
  client: ClientBase,
  { rpc, book }: ChainAccess,
): Promise<Checkpoint> {
  const chainId = Number(await rpc.call("eth_chainId"))
  if (chainId !== book.chainId) {
    throw new ConfigError(`The node is on chain ${chainId}, the configuration says ${book.chainId}`)
  }
  const [genesis, isDevelopment] = [await readGenesisHash(rpc), await isDevelopmentNode(rpc)]
  await checkChain(client, book, { genesis, isDevelopment })
  await initializeIndex(client, { rpc, book }, genesis)
  const cursor = await readCursor(client)
  const hashes = await readHashes(client)
  const block = cursor?.indexedBlock ?? book.startBlock - 1
  const hash = hashes.find(({ number }) => number === block)?.hash
  const tokens = new Set(await findListedTokens(client))
  const toldTo = await readToldTo(client)
  return { genesisHash: genesis, block, hash, tokens, isDevelopment, toldTo }
}

type ChainIdentity = { genesis: string; isDevelopment: boolean }

async function checkChain(client: ClientBase, book: AddressBook, chain: ChainIdentity) {
  const cursor = await readCursor(client)
  if (!cursor) return
  if (cursor.chainId !== book.chainId) {
    throw new ConfigError(`The database holds chain ${cursor.chainId}, not ${book.chainId}`)
  }
  if (cursor.genesisHash === chain.genesis) return
  if (!chain.isDevelopment) {
    throw new ConfigError(
      "The chain's genesis block is not that of the index; use an empty database",
    )
  }
  log.info("The development chain was reset: deleting the index of the old one")
  await withWriteLock(client, () => forgetChain(client))
}

/** Empties the index of a chain that another one takes the place of. */
async function forgetChain(client: ClientBase) {
  await truncateIndex(client)
  // The money that was paid out is gone, and a payout must not be sent again on the other chain.
  await dbOn(client).deleteFrom("faucet_payout").execute()
  await expireLog(client)
}

/**
 * The cursor before the first block, and the main token, which no event announces. Tokens may have been created
 * before the start block: their creations are read from the main token's block on, as none is older.
 */
async function initializeIndex(
  client: ClientBase,
  { rpc, book }: ChainAccess,
  genesisHash: string,
) {
  const main = await fetchMainToken(rpc, book)
  const first = Math.min(book.startBlock, main.block)
  const start = await findHeader(rpc, first)
  if (!start) throw new RpcError("The node lacks the deployment's first block")
  const head = await readLatestHeader(rpc)
  await withWriteLock(client, async () => {
    await listMainToken(client, main)
    await touchTopics(client, [EVERYTHING])
    if (await readCursor(client)) return
    const indexed = { number: first - 1, time: start.time }
    await writeCursor(client, { chainId: book.chainId, genesisHash, indexed, head: start })
    await startLog(client, head.number)
  })
}

/** Everything that follows from the chain. Projects are not among it: their ids never change. */
const chainTables = [
  ...eventTableNames,
  ...([
    "token",
    "token_skeleton",
    "token_day",
    "token_reading",
    "candle",
    "holder",
    "wallet_trades",
    "pulse_count",
  ] as const),
  ...([
    "referral",
    "whitelist_entry",
    "whitelist_count",
    "whitelist_removal",
    "unreadable_log",
  ] as const),
  ...(["market", "market_outcome", "market_order", "market_order_count"] as const),
  ...(["market_day", "market_flow", "share_holder"] as const),
  ...(["loan", "open_loans", "list_count", "vault_balance", "vault_price"] as const),
  ...(["vesting_schedule", "vesting_party"] as const),
  ...(["updown_round", "updown_position", "updown_wallet", "agent_identity"] as const),
  ...(["points_day", "wallet_points", "points_due", "positions_day", "rank_snapshot"] as const),
  ...(["creation_award", "creation_due", "agent_record", "tx", "block", "index_cursor"] as const),
] satisfies (keyof Database)[]

const tableList = () => sql.join(chainTables.map((name) => sql.table(name)))

/** Empties everything read from the chain. */
export async function truncateIndex(client: ClientBase): Promise<void> {
  await lockTables(client)
  await sql`truncate ${tableList()}`.execute(dbOn(client))
  await forgetAgentEvents(client)
  await tellObservers((observer) => observer.indexEmptied(client))
  await touchTopics(client, [EVERYTHING])
}

/** How long readers may delay the locks, and the locks the readers: shorter than PostgreSQL's deadlock check. */
const LOCK_TRY_MS = 200

/**
 * Locks all tables in a transaction without failing a reader, who may hold one of them and wait for another: after a
 * short wait it releases all, and tries again.
 */
async function lockTables(client: ClientBase) {
  for (;;) {
    await client.query(`savepoint unlocked; set local lock_timeout = ${LOCK_TRY_MS}`)
    try {
      await sql`lock table ${tableList()} in access exclusive mode`.execute(dbOn(client))
      await client.query("release savepoint unlocked; set local lock_timeout = 0")
      return
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      await client.query("rollback to savepoint unlocked; release savepoint unlocked")
      await sleep(Math.random() * LOCK_TRY_MS)
    }
  }
}

/**
 * Removes everything above the newest block that the index and the chain have in common, and moves the cursor back to
 * it.
 */
export async function rewindToFork(
  client: ClientBase,
  { rpc, book }: ChainAccess,
  position: Checkpoint,
  head: Header,
): Promise<void> {
  const fork = await findForkBlock(client, rpc)
  if (!fork) return restartDevelopmentChain(client, position)
  await withWriteLock(client, async () => {
    const { tokens } = await removeRows(client, { above: fork.number }, book)
    await dbOn(client).deleteFrom("block").where("number", ">", fork.number).execute()
    await forgetRemovals(client)
    await resetOnchainStates(client, fork.number)
    const { chainId } = book
    const { genesisHash } = position
    await writeCursor(client, { chainId, genesisHash, indexed: fork, head })
    await logChange(dbOn(client), { block: fork.number, head: head.number, topics: tokens })
  })
}

/** The newest common block; null when the chain has none of the stored blocks. */
async function findForkBlock(client: ClientBase, rpc: Rpc): Promise<Header | null> {
  const kept = await readHashes(client)
  for (let i = 0; i < kept.length; i += 32) {
    const part = kept.slice(i, i + 32)
    const headers = await readHeaders(
      rpc,
      part.map(({ number }) => number),
    )
    const byNumber = new Map(headers.map((header) => [header.number, header]))
    for (const { number, hash } of part) {
      const header = byNumber.get(number)
      if (header?.hash === hash) return header
    }
  }
  return null
}

async function restartDevelopmentChain(client: ClientBase, { isDevelopment, block }: Checkpoint) {
  if (!isDevelopment) {
    throw new ConfigError(
      `The reorganisation below block ${block} is deeper than the stored blocks; run: npm run reindex -- --from-chain`,
    )
  }
  log.info("The development chain has none of the stored blocks: indexing it from the start")
  await withWriteLock(client, () => forgetChain(client))
}
