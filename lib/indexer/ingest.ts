import { type Expression, sql } from "kysely"
import type { ClientBase } from "pg"
import { db, dbOn } from "@/lib/db/client"
import { anyOf } from "@/lib/db/codecs"
import { blockOfRow, ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"
import { together } from "@/lib/db/together"
import { MAIN_PRICE, TOKENS } from "@/lib/db/topic-versions"
import { bytesOf, findStoredIds, insertEventRows, insertRows } from "@/lib/events/bulk-writes"
import {
  collectIds,
  type EventRows,
  type EventTable,
  emptyEventRows,
  eventTables,
  filterEventRows,
  type TradeRow,
  type TxRow,
} from "@/lib/events/event-rows"
import { getObservers } from "@/lib/events/observers"
import { logRows, NOTHING_TOLD } from "@/lib/stream-log/log"
import { StaleBatchError } from "./errors"
import { listAgentTopics, refreshAgents } from "./projections/agents"
import { addToCandles } from "./projections/candles"
import { moveBalances } from "./projections/holders"
import { refreshLoans } from "./projections/loans"
import {
  addShares,
  findFills,
  listMarkets,
  refreshResolutions,
  updateLastActivity,
} from "./projections/markets"
import { createOnchainStates, scheduleTradedTokens } from "./projections/onchain-state"
import { forgetAmountsLeft, refreshOrders } from "./projections/orders"
import { addReferrals } from "./projections/referrals"
import { addToTokens, findListedTokens, listTokens, recountTokens } from "./projections/tokens"
import { listUpdownContracts, refreshUpdown } from "./projections/updown"
import { addToVault, refreshVaultPrices } from "./projections/vault"
import { refreshSchedules } from "./projections/vesting"
import { addToWhitelist } from "./projections/whitelist"
import { removeRows } from "./remove-rows"

export type IngestBatch = {
  eventRows: EventRows
  transactions: TxRow[]
  /** The batch contains all logs of these blocks: other stored rows of them are no longer on the chain. */
  blocks?: { from: number; to: number }
  /** Asks the node whether the batch's blocks are still on the chain; required without `blocks`. */
  confirm?: () => Promise<boolean>
}

export type ChainScope = { chainId: number; mainToken: string } & UnlistedTokens

/** Tokens without a pool: USDB, and the vault's shares. */
export type UnlistedTokens = { usdb: string; staking: string }

/**
 * Stores the rows of whole transactions and updates all projections. Idempotent; the order of calls does not matter.
 * Run it under `withWriteLock`. Returns the topics that changed: tokens, contracts, agents.
 */
export async function ingest(
  client: ClientBase,
  batch: IngestBatch,
  { chainId, mainToken, usdb, staking }: ChainScope,
): Promise<Set<string>> {
  const unlisted = { usdb, staking }
  // Asked first: without any, nothing is written.
  const observers = getObservers()
  const [{ added, transactions, hasRemoved }, before] = await together(client, () => [
    removeAndFilter(client, batch, { chainId, unlisted }),
    readListeners(client),
  ])
  // Removed rows are reported again, in their new place.
  const { hasAgents, toldTo } = hasRemoved ? await readListeners(client) : before
  const { tokenCreation, marketCreation } = added
  if (tokenCreation.length + marketCreation.length > 0) {
    // Listing reads the transactions, and counts the rows of earlier batches: it precedes the other rows of this one.
    await insertRows(client, "tx", transactions.splice(0))
    await storeCreations(client, added)
  }
  const touched = findTouchedTokens(added, unlisted)
  const store = () => [
    assertListed(client, touched),
    insertRows(client, "tx", transactions),
    ...insertEventRows(client, { ...added, tokenCreation: [], marketCreation: [] }),
    ...addToSums(client, added, unlisted),
  ]
  const mark = () => [
    ...observers.map((each) => each.rowsStored(client, added, { hasAgents })),
    scheduleTradedTokens(client, added.trade.map(toTradedBlock)),
    logRows(client, added, toldTo),
  ]
  if (isPlain(added, unlisted) && !batch.blocks) {
    await together(client, () => [...store(), ...mark()])
  } else {
    await together(client, store)
    await refreshOthers(client, added, unlisted)
    if (batch.blocks) await forgetAmountsLeft(client, batch.blocks)
    await together(client, mark)
  }
  return new Set([
    ...(eventTables.some((table) => added[table].length > 0) ? [TOKENS] : []),
    ...touched,
    ...findTaxedTokens(added),
    ...(added.poolSync.some(({ token }) => token === mainToken) ? [MAIN_PRICE] : []),
    ...findVault(added, unlisted),
    ...listUpdownContracts(added),
    ...listAgentTopics(added),
  ])
}

const findListeners = statement({}, () =>
  db.selectNoFrom(({ exists, selectFrom }) => [
    exists(selectFrom("agent").select("wallet")).as("hasAgents"),
    selectFrom("stream_state").select("told_to").where("id", "=", 1).as("toldTo"),
  ]),
)

/** Whether there are agents to mark (a trigger marks later ones), and the last block reported to streams. */
async function readListeners(client: ClientBase) {
  const [listeners] = await findListeners({}, client)
  return { hasAgents: Boolean(listeners?.hasAgents), toldTo: listeners?.toldTo ?? NOTHING_TOLD }
}

async function storeCreations(client: ClientBase, { tokenCreation, marketCreation }: EventRows) {
  const rows = { ...emptyEventRows(), tokenCreation, marketCreation }
  await together(client, () => insertEventRows(client, rows))
  const created = tokenCreation.map(({ token }) => token)
  await listTokens(client, created)
  await listMarkets(
    client,
    marketCreation.map(({ token }) => token),
  )
  await createOnchainStates(client, created)
  await recountTokens(client, created)
}

const toTradedBlock = ({ token, id }: TradeRow) => ({
  token,
  block: blockOfRow(id),
})

/** Tokens whose tax changed; some may not be listed. */
const findTaxedTokens = ({ surgeStart, surgeEnd }: EventRows) =>
  [...surgeStart, ...surgeEnd].map(({ token }) => token)

/** The vault, if a wallet's shares or locked shares have changed. */
const findVault = ({ vaultEvent, transfer }: EventRows, { staking }: UnlistedTokens) =>
  vaultEvent.length > 0 || transfer.some(({ token }) => token === staking) ? [staking] : []

/** A token may have been removed, with the block that created it, since the batch was read. */
async function assertListed(client: ClientBase, tokens: Set<string>) {
  const listed = await findListedTokens(client, tokens)
  if (listed.length < tokens.size) throw new StaleBatchError("Rows of a token that is not listed")
}

/** Stored transactions; a row without a transaction has a null `key`. */
const storedTransactions = () =>
  db
    .selectFrom("tx")
    .select(({ ref }) => [
      "tx.id",
      sql<string | null>`encode(${ref("tx.hash")} || ${ref("tx.block_hash")}, 'hex')`.as("key"),
    ])

const withHash = (chainId: Expression<number>, hashes: Expression<readonly string[]>) =>
  storedTransactions()
    .where("tx.chain_id", "=", chainId)
    .where("tx.hash", "=", sql<Buffer>`any(${hashes}::bytea[])`)

/** The stored transactions of a range of row ids, and the same transactions elsewhere. */
const readStoredRange = statement(
  { chainId: "integer", txHashes: "text[]", from: "bigint", to: "bigint" },
  ({ chainId, txHashes, from, to }) =>
    withHash(chainId, txHashes).union(
      storedTransactions().where("tx.id", ">=", from).where("tx.id", "<", to),
    ),
)

/**
 * The same transactions, and others at the heights of their blocks; a row may be both. A row without a key shows that
 * the follower has stored another block at such a height.
 */
const readStoredBlocks = statement(
  { chainId: "integer", txHashes: "text[]", numbers: "integer[]", blockHashes: "text[]" },
  ({ chainId, txHashes, numbers, blockHashes }) => {
    const blocks = sql<{
      number: number
      hash: string
    }>`unnest(${numbers}, ${blockHashes})`.as<"given">(sql`given (number, hash)`)
    const hash = bytesOf(sql.ref("given.hash"))
    return withHash(chainId, txHashes)
      .unionAll(
        storedTransactions()
          .innerJoin(blocks, "given.number", "tx.block_number")
          .where("tx.block_hash", "<>", hash),
      )
      .unionAll(
        db
          .selectFrom("block as b")
          .innerJoin(blocks, "given.number", "b.number")
          .select([sql<string>`0::bigint`.as("id"), sql<string | null>`null`.as("key")])
          .where("b.hash", "<>", hash),
      )
  },
)

const toByteaText = (hash: string) => `\\x${hash.slice(2)}`

async function findStored(client: ClientBase, batch: IngestBatch, chainId: number) {
  const { transactions, blocks: range, confirm } = batch
  const txHashes = transactions.map(({ hash }) => toByteaText(hash))
  if (range) {
    const from = range.from * ROWS_PER_BLOCK
    const to = (range.to + 1) * ROWS_PER_BLOCK
    return readStoredRange({ chainId, txHashes, from, to }, client)
  }
  const numbersByHash = new Map(
    transactions.map(({ blockHash, blockNumber }) => [blockHash, blockNumber]),
  )
  const stored = await readStoredBlocks(
    {
      chainId,
      txHashes,
      numbers: [...numbersByHash.values()],
      blockHashes: [...numbersByHash.keys()],
    },
    client,
  )
  const isContradicted = stored.some(({ key }) => key === null)
  if (isContradicted && !(await confirm?.())) throw new StaleBatchError("The block left the chain")
  return stored.filter(({ key }) => key !== null)
}

/** Transactions elsewhere that created the same tokens: an address is created once, so they left the chain. */
async function findOtherCreations(client: ClientBase, { eventRows, confirm }: IngestBatch) {
  const tokens = eventRows.tokenCreation.map(({ token }) => token)
  if (tokens.length === 0) return []
  const creations = await dbOn(client)
    .selectFrom("token_creation")
    .select(({ cast }) => cast<string>("tx_id", "text").as("id"))
    .where("token", "=", anyOf(tokens))
    .where(
      "tx_id",
      "<>",
      sql<string>`all(${eventRows.tokenCreation.map(({ txId }) => txId)}::bigint[])`,
    )
    .execute()
  if (creations.length > 0 && confirm && !(await confirm()))
    throw new StaleBatchError("The block left the chain")
  return creations.map(({ id }) => id)
}

/**
 * Removes rows that are no longer on the chain; returns the ids of transactions that stay. The follower may have other
 * blocks at the batch's heights: either the chain went back to them since the batch was read, or the follower has not
 * yet noticed the batch's blocks.
 */
async function reconcile(
  client: ClientBase,
  batch: IngestBatch,
  chainId: number,
  unlisted: UnlistedTokens,
) {
  const keys = new Map(
    batch.transactions.map(({ id, hash, blockHash }) => [
      `${id}`,
      hash.slice(2) + blockHash.slice(2),
    ]),
  )
  const stored = await findStored(client, batch, chainId)
  const isKept = ({ id, key }: (typeof stored)[number]) => keys.get(id) === key
  const moved = await findOtherCreations(client, batch)
  const gone = [...stored.filter((each) => !isKept(each)).map(({ id }) => id), ...moved]
  if (gone.length > 0) await removeRows(client, { txIds: [...new Set(gone)] }, unlisted)
  const kept = stored.filter(isKept).map(({ id }) => +id)
  return { stored: new Set(kept), hasRows: kept.length > 0, hasRemoved: gone.length > 0 }
}

/** Removes rows that are no longer on the chain; returns the part of the batch that is not stored yet. */
async function removeAndFilter(
  client: ClientBase,
  batch: IngestBatch,
  { chainId, unlisted }: { chainId: number; unlisted: UnlistedTokens },
) {
  const { stored, hasRows, hasRemoved } = await reconcile(client, batch, chainId, unlisted)
  return {
    hasRemoved,
    transactions: batch.transactions.filter(({ id }) => !stored.has(id)),
    // Rows are stored with their transactions, and removed with them.
    added: hasRows ? await filterNewRows(client, batch.eventRows) : batch.eventRows,
  }
}

/** Rows that are not stored yet. */
async function filterNewRows(client: ClientBase, eventRows: EventRows): Promise<EventRows> {
  let [from, to] = [Number.POSITIVE_INFINITY, -1]
  for (const table of eventTables) {
    for (const { id } of eventRows[table]) {
      if (id < from) from = id
      if (id > to) to = id
    }
  }
  if (to < 0) return eventRows
  const stored = await findStoredIds(client, from, to, () => [...collectIds(eventRows)])
  if (stored.size === 0) return eventRows
  return filterEventRows(eventRows, (id) => !stored.has(id))
}

/** Adds newly stored rows to the projections that are sums: one statement each, in any order. */
const addToSums = (client: ClientBase, added: EventRows, unlisted: UnlistedTokens) => [
  addToTokens(client, added.trade, added.poolSync),
  addToCandles(client, added.poolSync, added.trade),
  moveBalances(client, added.transfer, { sign: 1n, unlisted }),
]

const plainTables: readonly EventTable[] = ["trade", "poolSync", "transfer"]

/** Whether the rows change only sums. */
const isPlain = (added: EventRows, { staking }: UnlistedTokens) =>
  eventTables.every((table) => plainTables.includes(table) || added[table].length === 0) &&
  added.transfer.every(({ token }) => token !== staking)

/** Computes the projections that follow from all rows of the objects that the new rows name. Most batches need none. */
async function refreshOthers(client: ClientBase, added: EventRows, unlisted: UnlistedTokens) {
  await addToWhitelist(client, added.whitelistEvent)
  const { shareTrade, orderEvent, marketEvent } = added
  await addShares(client, { purchases: shareTrade, fills: findFills(orderEvent) })
  await refreshOrders(client, orderEvent)
  await refreshResolutions(client, [...new Set(marketEvent.map(({ token }) => token))])
  await updateLastActivity(client, [...shareTrade, ...orderEvent, ...marketEvent])
  const { loanEvent, vaultEvent, vestingEvent, vestingReading, missingState } = added
  await refreshLoans(client, loanEvent)
  await addToVault(client, added, unlisted)
  await refreshVaultPrices(client, [...vaultEvent, ...added.yieldInjection])
  await refreshSchedules(client, {
    events: vestingEvent.map(({ id }) => id),
    schedules: [...vestingReading, ...missingState].flatMap(({ vestingId }) => vestingId ?? []),
  })
  await refreshUpdown(client, added)
  await refreshAgents(client, added.agentEvent)
  await addReferrals(client, [...added.faucetClaim, ...added.referrerSet])
}

function findTouchedTokens(eventRows: EventRows, { usdb, staking }: UnlistedTokens): Set<string> {
  const tokens = new Set<string>()
  const { tokenCreation, trade, poolSync, transfer, whitelistEvent } = eventRows
  const { shareTrade, orderEvent, marketEvent } = eventRows
  const exchange = [tokenCreation, trade, poolSync, transfer, whitelistEvent]
  for (const rows of [...exchange, shareTrade, orderEvent, marketEvent]) {
    for (const { token } of rows) tokens.add(token)
  }
  tokens.delete(usdb)
  tokens.delete(staking)
  return tokens
}
