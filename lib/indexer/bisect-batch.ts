import type { ClientBase } from "pg"
import {
  collectIds,
  type EventRows,
  emptyEventRows,
  filterEventRows,
} from "@/lib/events/event-rows"
import type { DecodedLogs } from "./decode"
import { StaleBatchError } from "./errors"
import { getSqlState, isContentError } from "./failures"
import { type ChainScope, type IngestBatch, ingest } from "./ingest"
import type { UnreadableLog } from "./unreadable-logs"

/**
 * Stores a batch without the logs that the database refuses, which it finds by bisection. `decoded.logs` must have the
 * log of each row. Returns the changed tokens and the refused logs.
 */
export async function ingestByBisection(
  client: ClientBase,
  decoded: DecodedLogs,
  batch: IngestBatch,
  book: ChainScope,
): Promise<{ tokens: Set<string>; failed: UnreadableLog[] }> {
  const ingestInSavepoint = (part: IngestBatch) =>
    withSavepoint(client, () => ingest(client, part, book))
  const whole = await ingestInSavepoint(batch)
  if ("tokens" in whole) return { tokens: whole.tokens, failed: [] }
  const { blocks, transactions } = batch
  const tokens = await ingest(
    client,
    { eventRows: emptyEventRows(), transactions, ...(blocks && { blocks }) },
    book,
  )
  const failed: UnreadableLog[] = []
  const storeHalf = async (eventRows: EventRows): Promise<void> => {
    const ids = [...collectIds(eventRows)].sort((a, b) => a - b)
    if (ids.length === 0) return
    const result = await ingestInSavepoint({ eventRows, transactions: [] })
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
    await storeHalf(filterEventRows(eventRows, (id) => id < middle))
    await storeHalf(filterEventRows(eventRows, (id) => id >= middle))
  }
  await storeHalf(batch.eventRows)
  return { tokens, failed }
}

type AttemptResult = { tokens: Set<string> } | { reason: string }

async function withSavepoint(
  client: ClientBase,
  work: () => Promise<Set<string>>,
): Promise<AttemptResult> {
  await client.query("savepoint part")
  try {
    const tokens = await work()
    await client.query("release savepoint part")
    return { tokens }
  } catch (error) {
    if (!isContentError(error)) throw error
    await client.query("rollback to savepoint part")
    // Health shows the reason in public; the database's message is in the follower's log.
    const state = getSqlState(error)
    if (state) return { reason: `SQLSTATE ${state}` }
    return { reason: error instanceof StaleBatchError ? "its token is not listed" : `${error}` }
  }
}
