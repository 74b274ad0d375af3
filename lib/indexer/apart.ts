import type { ClientBase } from "pg"
import type { Decoded } from "./decode"
import { type Facts, noFacts, type Row, type Table, tableNames } from "./facts"
import { isAboutContent, sqlState } from "./failures"
import { type Batch, type Deployment, idsOf, ingest } from "./ingest"
import { StaleBatch } from "./stale"
import type { UnreadableLog } from "./unreadable"

/**
 * Stores a batch whose content cannot be stored as a whole: what remains without the logs that fail. They are found
 * by halves. `decoded` must know the log of each row. Answers the tokens that were touched, and those logs.
 */
export async function ingestApart(
  client: ClientBase,
  decoded: Decoded,
  batch: Batch,
  book: Deployment,
): Promise<{ tokens: Set<string>; failed: UnreadableLog[] }> {
  const attempt = (part: Batch) => withSavepoint(client, () => ingest(client, part, book))
  const whole = await attempt(batch)
  if ("tokens" in whole) return { tokens: whole.tokens, failed: [] }
  const { blocks, transactions } = batch
  const tokens = await ingest(
    client,
    { facts: noFacts(), transactions, ...(blocks && { blocks }) },
    book,
  )
  const failed: UnreadableLog[] = []
  const store = async (facts: Facts): Promise<void> => {
    const ids = [...idsOf(facts)].sort((a, b) => a - b)
    if (ids.length === 0) return
    const result = await attempt({ facts, transactions: [] })
    if ("tokens" in result) {
      for (const token of result.tokens) tokens.add(token)
      return
    }
    const log = decoded.logs.get(ids[0] ?? -1)
    if (ids.length === 1) {
      if (log) failed.push({ log, reason: `it cannot be stored: ${result.reason}` })
      return
    }
    const middle = ids[ids.length >> 1] ?? 0
    await store(pick(facts, (id) => id < middle))
    await store(pick(facts, (id) => id >= middle))
  }
  await store(batch.facts)
  return { tokens, failed }
}

function pick(facts: Facts, isWanted: (id: number) => boolean): Facts {
  const of = (table: Table) => (facts[table] as Row<Table>[]).filter(({ id }) => isWanted(id))
  return Object.fromEntries(tableNames.map((table) => [table, of(table)])) as unknown as Facts
}

type Result = { tokens: Set<string> } | { reason: string }

async function withSavepoint(
  client: ClientBase,
  work: () => Promise<Set<string>>,
): Promise<Result> {
  await client.query("savepoint part")
  try {
    const tokens = await work()
    await client.query("release savepoint part")
    return { tokens }
  } catch (error) {
    if (!isAboutContent(error)) throw error
    await client.query("rollback to savepoint part")
    // The reason is shown in health; the database's own words stand in the follower's log already.
    const state = sqlState(error)
    if (state) return { reason: `SQLSTATE ${state}` }
    return { reason: error instanceof StaleBatch ? "its token is not listed" : `${error}` }
  }
}
