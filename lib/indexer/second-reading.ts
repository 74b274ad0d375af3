import type { ClientBase } from "pg"
import type { AddressBook } from "@/lib/chain/deployment"
import { withWriteLock } from "@/lib/db/write-lock"
import { findStoredIds } from "@/lib/events/bulk-writes"
import { collectIds } from "@/lib/events/event-rows"
import { changeStatement } from "@/lib/stream-log/change"
import { log } from "@/lib/telemetry/logger"
import type { Checkpoint } from "./checkpoint"
import { ingest } from "./ingest"
import { findHeader } from "./node"
import { prepareRange } from "./prepare-range"
import type { Rpc } from "./rpc"

/** Blocks are read again this long after they were stored. */
const AFTER_MS = 10_000
/** Blocks of one request. */
const RANGE = 64

/**
 * Reads new blocks a second time, and stores what was missing at the first: a node whose index of logs is behind its
 * blocks, or that loses a part of them, answers fewer logs than a block has, and nothing in the answer shows it. Nothing is
 * removed: only blocks that leave the chain take rows with them.
 */
export class SecondReading {
  /** The first block to be read again, and since when it is stored. */
  private due: { from: number; since: number } | null = null

  constructor(
    private readonly client: ClientBase,
    private readonly rpc: Rpc,
    private readonly book: AddressBook,
    private readonly afterMs = AFTER_MS,
  ) {}

  /** Blocks near the head were stored. */
  note(from: number): void {
    this.due ??= { from, since: performance.now() }
    // After a reorganisation.
    this.due.from = Math.min(this.due.from, from)
  }

  /** Reads what is due; false when nothing is. */
  async refresh({ block, tokens }: Checkpoint): Promise<boolean> {
    const { due, client, rpc, book } = this
    if (!due || performance.now() - due.since < this.afterMs) return false
    const from = Math.min(due.from, block)
    const to = Math.min(block, from + RANGE - 1)
    const request = {
      ...{ from, to, parentHash: undefined, everyHeader: true, receiptsFrom: from },
      ...{ withCalls: false, creationsOnly: false, withLogs: false },
    }
    const prepared = await prepareRange(rpc, request, { book, tokens })
    if (!prepared) return false
    const { decoded, last } = prepared
    const { eventRows, transactions } = decoded
    // Rows that cannot be stored are not tried again.
    this.due = to < block ? { from: to + 1, since: due.since } : null
    const ids = [...collectIds(eventRows)].sort((one, other) => one - other)
    const [first, final] = [ids[0], ids.at(-1)]
    if (first === undefined || final === undefined) return true
    const stored = await findStoredIds(client, first, final, () => ids)
    const missing = ids.filter((id) => !stored.has(id))
    if (missing.length === 0) return true
    const confirm = async () => (await findHeader(rpc, to))?.hash === last.hash
    await withWriteLock(
      client,
      async () => ({ topics: await ingest(client, { eventRows, transactions, confirm }, book) }),
      { last: ({ topics }) => changeStatement({ topics }) },
    )
    log.warn(`The node had left out ${missing.length} logs of blocks ${from} to ${to}`)
    return true
  }
}
