import type { ClientBase } from "pg"
import type { AddressBook } from "@/lib/chain/deployment"
import { ingestApart } from "./apart"
import { backoff, pause } from "./backoff"
import { readChanges } from "./calls"
import { readCursor, storeHeaders, writeCursor, writeHead } from "./cursor"
import { Day } from "./derived/day"
import { Points } from "./derived/points"
import { markCalled, markFrozen } from "./derived/readings"
import { countFacts } from "./facts"
import { Failures, isAboutContent } from "./failures"
import { announce, exclusively, ingest } from "./ingest"
import type { Header } from "./logs"
import { headerAt, latestHeader } from "./node"
import { loadPosition, type Position, Refused, rewind } from "./position"
import { Forked, type Prepared, prepare } from "./prepare"
import { rangeSizer } from "./range"
import { hasFrozen, Readings } from "./readings"
import { AnswerTooLarge, openRpc, type Rpc, RpcError } from "./rpc"
import { reportUnreadable, setAside } from "./unreadable"
import { hasWhitelists, Whitelists } from "./whitelist"

export type Options = {
  book: AddressBook
  rpcUrl: string
  /** What one request to the node may take. */
  timeoutMs?: number
  /** What one answer of the node may be large; less only in tests. */
  maxAnswerBytes?: number
  /** Pause between looks at the head. */
  pollMs?: number
  signal: AbortSignal
  /** Told after each range, with the number of new events of this run. */
  onProgress?: (progress: { block: number; head: number; events: number }) => void
  /** Told whenever there is nothing left to do. */
  onRest?: () => void
}

/** Somebody else moved the index, such as a reindexing; its position has to be read again. */
class Moved extends Error {
  override name = "Moved"
}

/** Blocks this close to the head are read with every header: there reorganisations happen. */
const NEAR_HEAD = 128
const NEAR_RANGE = 64

type Ready = { prepared: Prepared; position: Position; head: Header }

/**
 * Follows the chain with this connection until the signal aborts or the connection breaks: reads every
 * block after the index's position in order, and undoes what leaves the chain. The node may fail, stall
 * or lag: nothing is skipped, it is asked again after growing pauses. What stays the same failure is said
 * and shown in health; a log whose content cannot be stored is set aside. With `untilCaughtUp` it ends at
 * the head.
 */
export async function follow(
  client: ClientBase,
  options: Options,
  { untilCaughtUp = false }: { untilCaughtUp?: boolean } = {},
): Promise<void> {
  const { signal, pollMs = 500, timeoutMs = 20_000, maxAnswerBytes } = options
  const rpc = openRpc(options.rpcUrl, {
    ...{ timeoutMs, signal },
    ...(maxAnswerBytes && { maxAnswerBytes }),
  })
  const retries = backoff()
  const run = new Run(client, rpc, options)
  while (!signal.aborted) {
    try {
      const isAtHead = await run.advance()
      retries.succeed()
      if (!isAtHead) continue
      if (untilCaughtUp) return
      await pause(pollMs, signal)
    } catch (error) {
      if (signal.aborted) return
      const delay = await run.recover(error, { retries, once: untilCaughtUp })
      await pause(delay, signal)
    }
  }
}

/** One follower at work: what it remembers between steps can always be read again. */
class Run {
  private position: Position | null = null
  private ahead: Promise<Ready | null> | null = null
  private events = 0
  /** There are whitelists or frozen tokens: their contracts' calls tell what no event does. */
  private watchCalls = false
  private isFailing = false
  /** The chain no longer continues what is stored. */
  private isForked = false
  /** Up to this block one block is stored at a time, without the logs that fail. */
  private apartUntil = -1
  /** The range being stored; null while one is read. */
  private storing: { from: number; to: number } | null = null
  private readonly sizer = rangeSizer()
  private readonly failures: Failures
  private readonly whitelists: Whitelists
  private readonly readings: Readings
  private readonly day: Day
  private readonly points: Points

  constructor(
    private readonly client: ClientBase,
    private readonly rpc: Rpc,
    private readonly options: Options,
  ) {
    this.failures = new Failures(client)
    this.whitelists = new Whitelists(client, rpc)
    // Removals may have been missed while no follower was at work.
    this.whitelists.recheckAll()
    this.readings = new Readings(client, rpc)
    this.day = new Day(client)
    this.points = new Points(client)
  }

  /** Stores the next range, or goes back along a fork. True when there is nothing left to do. */
  async advance(): Promise<boolean> {
    const ready = await (this.ahead ?? this.next())
    this.ahead = null
    if (!ready) return this.rest()
    const { prepared, position, head } = ready
    const { last } = prepared
    this.position = { ...position, block: prepared.to, hash: last.hash }
    // Read on while the database works; a failure is met when its turn comes.
    if (prepared.to < head.number) {
      this.ahead = this.next(head)
      this.ahead.catch(() => {})
    }
    this.storing = { from: prepared.from, to: prepared.to }
    await this.store(ready)
    this.storing = null
    if (prepared.to >= head.number) return this.rest()
    await this.failures.clear()
    return false
  }

  /**
   * What to do about a failure: forget what may be wrong; answers how long to wait. Thrown on is a lost connection,
   * what a repetition cannot mend, and, where somebody waits for the end (`once`), a lasting defect.
   */
  async recover(
    error: unknown,
    { retries, once }: { retries: ReturnType<typeof backoff>; once: boolean },
  ): Promise<number> {
    const { position, storing } = this
    this.ahead = null
    this.position = null
    this.storing = null
    if (error instanceof Forked) this.isForked = true
    if (error instanceof Forked || error instanceof Moved) return 0
    if (error instanceof Refused || !(await this.isConnected())) throw error
    const next = storing?.from ?? (position ? position.block + 1 : null)
    const isLasting = await this.failures.note(error, { next, isStoring: storing !== null })
    if (!(error instanceof RpcError)) {
      if (isLasting && storing && isAboutContent(error)) this.apartUntil = storing.to
      else if (isLasting && once) throw error
      return retries.fail()
    }
    this.isFailing = true
    const wasShrunk = isAboutSize(error) && this.sizer.shrink()
    if (error instanceof AnswerTooLarge && wasShrunk) return 0
    const delay = retries.fail()
    if (retries.failures % 5 === 1) {
      const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ""
      console.warn(`The node failed, next try in ${Math.round(delay)} ms: ${error.message}${cause}`)
    }
    return delay
  }

  private isConnected(): Promise<boolean> {
    return this.client.query("select 1").then(
      () => true,
      () => false,
    )
  }

  /** Reads the next range; null at the head. */
  private async next(knownHead?: Header): Promise<Ready | null> {
    const { book } = this.options
    this.position ??= await this.load()
    const position = this.position
    const head = knownHead ?? (await latestHeader(this.rpc))
    // While ranges fail, the growing lag shows at least.
    if (this.isFailing && !knownHead) await writeHead(this.client, head)
    if (this.isForked) await this.goBack(position, head)
    if (!(await this.standsOn(position, head))) return null
    const from = position.block + 1
    const every = head.number - from < NEAR_HEAD
    const creationsOnly = from < book.startBlock
    const withLogs = from <= this.apartUntil
    const size = withLogs
      ? 1
      : Math.min(this.sizer.size, every ? NEAR_RANGE : Number.POSITIVE_INFINITY)
    const last = creationsOnly ? book.startBlock - 1 : Number.POSITIVE_INFINITY
    const limit = Math.min(last, every ? head.number : head.number - NEAR_HEAD)
    const to = Math.min(from + size - 1, Math.max(limit, from))
    const calls = every && this.watchCalls && !creationsOnly
    const kind = { every, calls, creationsOnly, withLogs }
    const request = { from, to, parentHash: position.hash, ...kind }
    const prepared = await prepare(this.rpc, request, { book, tokens: position.tokens })
    if (!prepared) throw new RpcError(`The node does not have block ${to} yet`)
    this.sizer.learn(prepared.logCount, to - from + 1)
    return { prepared, position, head }
  }

  private async load(): Promise<Position> {
    const position = await loadPosition(this.client, { rpc: this.rpc, book: this.options.book })
    this.watchCalls = (await hasWhitelists(this.client)) || (await hasFrozen(this.client))
    return position
  }

  /**
   * Whether there are blocks above the position, on the chain it stands on. A node that is merely
   * behind is waited for; a development node is never behind, its chain went back.
   */
  private async standsOn(position: Position, head: Header): Promise<boolean> {
    const { block, hash, isDevelopment } = position
    if (head.number > block) return true
    if (!hash) return false
    const isOurs =
      head.number === block ? head.hash === hash : !isDevelopment && (await this.agrees(head))
    if (!isOurs) await this.goBack(position, head)
    return false
  }

  /** Whether the node's head is a block the index knows. */
  private async agrees(head: Header) {
    const { rows } = await this.client.query<{ hash: string }>(
      "select '0x' || encode(hash, 'hex') as hash from block where number = $1",
      [head.number],
    )
    return rows[0] === undefined || rows[0].hash === head.hash
  }

  private async goBack(position: Position, head: Header) {
    await rewind(this.client, { rpc: this.rpc, book: this.options.book }, position, head)
    this.whitelists.recheckAll()
    this.isForked = false
    throw new Moved("The chain was reorganised")
  }

  private async store({ prepared, position, head }: Ready) {
    const { client, options } = this
    const { from, to, decoded, earlier, headers, last } = prepared
    const { book } = options
    const { genesisHash } = position
    const newest = head.number >= last.number ? head : last
    const fresh = await exclusively(
      client,
      async () => {
        const cursor = await readCursor(client)
        if (cursor?.indexedBlock !== from - 1) throw new Moved("The index was moved")
        for (const { facts, transactions } of earlier) {
          await ingest(client, { facts, transactions, confirm: () => this.isOnChain(last) }, book)
        }
        const { tokens, failed } = await this.storeRange(prepared)
        const unreadable = [...earlier.flatMap((one) => one.unreadable), ...failed]
        const aside = await setAside(client, [...decoded.unreadable, ...unreadable], { from, to })
        await storeHeaders(client, headers)
        await writeCursor(client, {
          chainId: book.chainId,
          genesisHash,
          indexed: last,
          head: newest,
        })
        await announce(client, { block: to, head: newest.number, tokens })
        return aside
      },
      { durable: false },
    )
    this.isFailing = false
    reportUnreadable(fresh)
    this.events += countFacts(decoded.facts)
    options.onProgress?.({ block: to, head: newest.number, events: this.events })
    await this.followCalls(prepared)
  }

  private async storeRange({ from, to, decoded }: Prepared) {
    const { client } = this
    const { book } = this.options
    const { facts, transactions } = decoded
    // Of blocks before the start block only creations are read: other rows of theirs may stay.
    const batch =
      from < book.startBlock
        ? { facts, transactions, confirm: async () => true }
        : { facts, transactions, blocks: { from, to } }
    if (from <= this.apartUntil) return ingestApart(client, decoded, batch, book)
    return { tokens: await ingest(client, batch, book), failed: [] }
  }

  private async isOnChain({ number, hash }: Header) {
    return (await headerAt(this.rpc, number))?.hash === hash
  }

  /** Removals from a whitelist and the end of freezing show only as calls. */
  private async followCalls({ calls, decoded, to }: Prepared) {
    const { whitelistEvent, tokenCreation } = decoded.facts
    if (whitelistEvent.length + tokenCreation.length > 0) this.watchCalls = true
    if (!this.watchCalls) return
    if (!calls) {
      await markFrozen(this.client)
      this.whitelists.recheckAll()
      return
    }
    const isToken = (address: string) => this.position?.tokens.has(address) === true
    const { tokens, removals } = readChanges(calls, this.options.book, isToken)
    await markCalled(this.client, tokens, to)
    this.whitelists.recheck(removals)
  }

  /** At the head: nothing to store. */
  private async rest(): Promise<boolean> {
    const cursor = await readCursor(this.client)
    if (this.position && cursor?.indexedBlock !== this.position.block) {
      throw new Moved("The index was moved")
    }
    const { position } = this
    await this.day.refresh()
    // New blocks come first: what is due is read in small parts between them.
    if (await this.whitelists.refresh()) return false
    if (position?.hash && (await this.readings.refresh({ ...position, hash: position.hash }))) {
      return false
    }
    if (await this.points.refresh()) return false
    await this.failures.clear()
    this.options.onRest?.()
    return true
  }
}

/** Refusals and time-outs may go away with a smaller range; a node that is not there will not. */
function isAboutSize(error: RpcError) {
  const { code, cause } = error
  const isTimeout = cause instanceof Error && cause.name === "TimeoutError"
  return error instanceof AnswerTooLarge || code !== undefined || isTimeout
}
