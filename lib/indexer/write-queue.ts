import {
  countEventRows,
  type EventRows,
  type EventTable,
  emptyEventRows,
  eventTables,
  type TxRow,
} from "@/lib/events/event-rows"
import type { Header } from "@/lib/events/logs"
import { signals } from "@/lib/telemetry/signals"
import type { UnreadableLog } from "./unreadable-logs"

/** Whole transactions, read and decoded, to be stored. */
export type Writing = {
  eventRows: EventRows
  transactions: TxRow[]
  unreadable: UnreadableLog[]
  /** The blocks of all transactions. */
  headers: Header[]
}

/** Stores a batch in one transaction; `since` is when the first of its callers came. */
type Store = (batch: Writing, since: number) => Promise<void>

/** The limit of rows in one transaction, because others wait for it to end. */
const MAX_ROWS = 20_000

type Waiting = {
  writing: Writing
  since: number
  resolve: () => void
  reject: (e: unknown) => void
}

/**
 * Stores the work of many callers: one transaction for all callers of one turn of the event loop. Callers during a
 * transaction wait for the next, which stores all of them. When a transaction fails because of its content, each of
 * its callers is retried alone.
 */
export class WriteQueue {
  private waiting: Waiting[] = []
  private isRunning = false

  constructor(
    private readonly store: Store,
    /** Whether an error concerns every caller, because a separate try would fail likewise. */
    private readonly concernsAll: (error: unknown) => boolean,
  ) {}

  add(writing: Writing): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ writing, since: Date.now(), resolve, reject })
      signals.emit("queue", "writing", this.waiting.length)
      if (this.isRunning) return
      this.isRunning = true
      setImmediate(() => void this.run())
    })
  }

  private async run() {
    while (this.waiting.length > 0) {
      const group = takeGroup(this.waiting)
      signals.emit("queue", "writing", this.waiting.length)
      await this.storeGroup(group)
    }
    this.isRunning = false
  }

  private async storeGroup(group: readonly Waiting[]) {
    try {
      await this.store(mergeWritings(group.map(({ writing }) => writing)), group[0]?.since ?? 0)
      for (const { resolve } of group) resolve()
    } catch (error) {
      if (group.length === 1 || this.concernsAll(error)) {
        for (const { reject } of group) reject(error)
        return
      }
      for (const each of group) await this.storeGroup([each])
    }
  }
}

/** Takes the first waiting caller and all that can be stored with it. */
function takeGroup(waiting: Waiting[]): Waiting[] {
  const group: Waiting[] = []
  const blocks = new Map<number, string>()
  let rows = 0
  while (waiting[0]) {
    const { headers, eventRows } = waiting[0].writing
    const contradicts = headers.some(({ number, hash }) => (blocks.get(number) ?? hash) !== hash)
    rows += countEventRows(eventRows)
    if (group.length > 0 && (contradicts || rows > MAX_ROWS)) break
    for (const { number, hash } of headers) blocks.set(number, hash)
    group.push(waiting.shift() as Waiting)
  }
  return group
}

/** All in one, each row once: several callers may bring the same transaction. */
function mergeWritings(all: readonly Writing[]): Writing {
  const [first] = all
  if (first && all.length === 1) return first
  const eventRows = emptyEventRows()
  for (const table of eventTables) {
    const rows = all.flatMap((each) => each.eventRows[table] as { id: number }[])
    ;(eventRows[table as EventTable] as { id: number }[]) = distinct(rows, ({ id }) => id)
  }
  return {
    eventRows,
    transactions: distinct(
      all.flatMap(({ transactions }) => transactions),
      ({ id }) => id,
    ),
    unreadable: distinct(
      all.flatMap(({ unreadable }) => unreadable),
      ({ log }) => `${log.blockHash}:${log.logIndex}`,
    ),
    headers: distinct(
      all.flatMap(({ headers }) => headers),
      ({ hash }) => hash,
    ),
  }
}

const distinct = <T>(values: readonly T[], keyOf: (value: T) => unknown): T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
]
