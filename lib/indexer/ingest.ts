import type { ClientBase } from "pg"
import { addToCandles } from "./derived/candles"
import { moveBalances } from "./derived/holders"
import { addReferrals } from "./derived/referrals"
import { addToTokens, listedTokens, listTokens, recountTokens } from "./derived/tokens"
import { addToWhitelist } from "./derived/whitelist"
import {
  type Facts,
  insertFacts,
  insertRows,
  noFacts,
  type Row,
  storedIds,
  type Table,
  type TxRow,
  tableNames,
  txColumns,
} from "./facts"
import { ROWS_PER_BLOCK } from "./logs"
import { removeRows } from "./removal"
import { StaleBatch } from "./stale"

/** All writing of the index happens under this lock, one transaction at a time. */
const WRITE_LOCK = 7_320_001

/** Channel of live updates; see `announce`. */
export const CHANNEL = "atoll_index"

export type Batch = {
  facts: Facts
  transactions: TxRow[]
  /** These blocks are completely in the batch: whatever else is stored of them is gone from the chain. */
  blocks?: { from: number; to: number }
  /** Asks the node again whether the batch's blocks are the chain's; needed when `blocks` is absent. */
  confirm?: () => Promise<boolean>
}

/** Where a batch belongs. */
export type Deployment = { chainId: number; usdb: string }

/** Runs `work` in one transaction under the lock. */
export async function exclusively<T>(
  client: ClientBase,
  work: () => Promise<T>,
  { lockTimeoutMs = 0, durable = true }: { lockTimeoutMs?: number; durable?: boolean } = {},
): Promise<T> {
  // Without a wait for the disk a crash may lose the last transactions, but whole and in order, with
  // their cursor: they are read from the chain again.
  const sync = durable ? "on" : "off"
  try {
    await client.query(
      `begin; set local lock_timeout = ${lockTimeoutMs}; set local synchronous_commit = ${sync};
      select pg_advisory_xact_lock(${WRITE_LOCK})`,
    )
    const result = await work()
    await client.query("commit")
    return result
  } catch (error) {
    await client.query("rollback").catch(() => {})
    throw error
  }
}

/**
 * Stores the rows of whole transactions and brings everything derived up to date. Idempotent, and blind
 * to the order of calls. To be run by `exclusively`. Answers the tokens it touched.
 */
export async function ingest(
  client: ClientBase,
  batch: Batch,
  { chainId, usdb }: Deployment,
): Promise<Set<string>> {
  if (!batch.blocks) await checkAgainstFollower(client, batch)
  const stored = await reconcile(client, batch, chainId, usdb)
  const added = await onlyNew(client, batch.facts)
  const transactions = batch.transactions.filter(({ id }) => !stored.has(id))
  await insertRows(client, "tx", txColumns, transactions)
  // A token is listed before its other rows are stored: what listing counts came before this batch.
  const { tokenCreation } = added
  await insertFacts(client, { ...noFacts(), tokenCreation })
  const created = tokenCreation.map(({ token }) => token)
  await listTokens(client, created)
  await recountTokens(client, created)
  const touched = touchedTokens(added, usdb)
  await checkListed(client, touched)
  await insertFacts(client, { ...added, tokenCreation: [] })
  await derive(client, added, usdb)
  return touched
}

/** A token may have left the list, with the block that created it, since the batch was read. */
async function checkListed(client: ClientBase, tokens: Set<string>) {
  const listed = await listedTokens(client, tokens)
  if (listed.length < tokens.size) throw new StaleBatch("Rows of a token that is not listed")
}

/**
 * The follower may know other blocks at these heights. Either the chain went back to them since the
 * batch was read, or the follower has yet to notice what the batch shows.
 */
async function checkAgainstFollower(client: ClientBase, { transactions, confirm }: Batch) {
  const { rowCount } = await client.query(
    `select 1 from unnest($1::int[], $2::text[]) as given (number, hash)
    join block b on b.number = given.number and b.hash <> decode(substr(given.hash, 3), 'hex') limit 1`,
    blocksOf(transactions),
  )
  if (rowCount && !(await confirm?.())) throw new StaleBatch("The block left the chain")
}

const blocksOf = (transactions: readonly TxRow[]) => [
  `{${transactions.map(({ blockNumber }) => blockNumber)}}`,
  `{${transactions.map(({ blockHash }) => blockHash)}}`,
]

/** Removes what the chain no longer holds; answers the ids of transactions that may stay. */
async function reconcile(client: ClientBase, batch: Batch, chainId: number, usdb: string) {
  const { transactions, blocks } = batch
  const given = new Map(transactions.map(({ id, hash, blockHash }) => [id, hash + blockHash]))
  const hashes = `{${transactions.map(({ hash }) => `"\\\\x${hash.slice(2)}"`)}}`
  const { rows } = await client.query<{ id: string; key: string }>(
    `select id, '0x' || encode(hash, 'hex') || '0x' || encode(block_hash, 'hex') as key from tx
    where id >= $1 and id < $2
    union select id, '0x' || encode(hash, 'hex') || '0x' || encode(block_hash, 'hex') from tx
    where chain_id = $3 and hash = any($4::bytea[])`,
    [
      (blocks?.from ?? 0) * ROWS_PER_BLOCK,
      blocks ? (blocks.to + 1) * ROWS_PER_BLOCK : 0,
      chainId,
      hashes,
    ],
  )
  const orphaned = blocks ? [] : await orphanedBy(client, transactions)
  const isKept = ({ id, key }: { id: string; key: string }) => given.get(+id) === key
  const gone = [...rows.filter((row) => !isKept(row)).map(({ id }) => id), ...orphaned]
  if (gone.length > 0) await removeRows(client, { txIds: [...new Set(gone)] }, { usdb })
  return new Set(rows.filter(isKept).map(({ id }) => +id))
}

/** Stored transactions of the same block numbers in blocks of other hashes. */
async function orphanedBy(client: ClientBase, transactions: readonly TxRow[]) {
  const { rows } = await client.query<{ id: string }>(
    `select tx.id from unnest($1::int[], $2::text[]) as given (number, hash)
    join tx on tx.block_number = number and tx.block_hash <> decode(substr(given.hash, 3), 'hex')`,
    blocksOf(transactions),
  )
  return rows.map(({ id }) => id)
}

/** Rows that are not stored yet. */
async function onlyNew(client: ClientBase, facts: Facts): Promise<Facts> {
  let [from, to] = [Number.POSITIVE_INFINITY, -1]
  for (const table of tableNames) {
    for (const { id } of facts[table]) {
      if (id < from) from = id
      if (id > to) to = id
    }
  }
  if (to < 0) return facts
  const stored = await storedIds(client, from, to)
  if (stored.size === 0) return facts
  const fresh = (table: Table) => (facts[table] as Row<Table>[]).filter(({ id }) => !stored.has(id))
  return Object.fromEntries(tableNames.map((table) => [table, fresh(table)])) as unknown as Facts
}

/** Brings everything derived up to date with rows that have just been stored. */
export async function derive(client: ClientBase, added: Facts, usdb: string): Promise<void> {
  await addToTokens(client, added.trade, added.poolSync)
  await addToCandles(client, added.poolSync)
  await moveBalances(client, added.transfer, { sign: 1n, unlisted: usdb })
  await addToWhitelist(client, added.whitelistEvent)
  await addReferrals(client, [...added.faucetClaim, ...added.referrerSet])
}

function touchedTokens(facts: Facts, usdb: string): Set<string> {
  const tokens = new Set<string>()
  for (const { token } of facts.tokenCreation) tokens.add(token)
  for (const { token } of facts.trade) tokens.add(token)
  for (const { token } of facts.poolSync) tokens.add(token)
  for (const { token } of facts.transfer) tokens.add(token)
  for (const { token } of facts.whitelistEvent) tokens.add(token)
  tokens.delete(usdb)
  return tokens
}

/** NOTIFY refuses 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900

/**
 * Tells listeners, when the transaction commits, that the index has changed: `{block, head, tokens}`.
 * Without `tokens` any token may have changed.
 */
export async function announce(
  client: ClientBase,
  { block, head, tokens }: { block: number | null; head: number | null; tokens: Iterable<string> },
): Promise<void> {
  const complete = JSON.stringify({ block, head, tokens: [...tokens] })
  const payload = complete.length < MAX_PAYLOAD_BYTES ? complete : JSON.stringify({ block, head })
  await client.query("select pg_notify($1, $2)", [CHANNEL, payload])
}
