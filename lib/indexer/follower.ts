import type { ClientBase } from "pg"
import { createBackoff, sleep } from "@/lib/async/backoff"
import type { AddressBook } from "@/lib/chain/deployment"
import { isLeaseLost } from "@/lib/db/errors"
import { together } from "@/lib/db/together"
import { underLease, withWriteLock } from "@/lib/db/write-lock"
import { countEventRows } from "@/lib/events/event-rows"
import type { Header } from "@/lib/events/logs"
import { getObservers } from "@/lib/events/observers"
import { changeStatement } from "@/lib/stream-log/change"
import { logBlocks } from "@/lib/stream-log/log"
import { log } from "@/lib/telemetry/logger"
import { inSpan } from "@/lib/telemetry/signals"
import { ingestByBisection } from "./bisect-batch"
import { findCalldataChanges } from "./calldata"
import { type Checkpoint, loadCheckpoint, rewindToFork } from "./checkpoint"
import { findHash, readCursor, storeHeaders, writeCursor, writeHead } from "./cursor"
import { ConfigError, CursorMovedError, ReorgError } from "./errors"
import { FailureTracker, isContentError } from "./failures"
import { ingest } from "./ingest"
import { logMissing } from "./missing-states"
import { findHeader, readLatestHeader } from "./node"
import { hasFrozenTokens, OnchainStatePoller } from "./onchain-state"
import { type PreparedRange, prepareRange, rangeSpan } from "./prepare-range"
import { LastDayUpdater } from "./projections/last-day"
import { scheduleCalledTokens, scheduleFrozenTokens } from "./projections/onchain-state"
import { createRangeSizer } from "./range-sizer"
import { createRpc, isSizeRefusal, ResponseTooLargeError, type Rpc, RpcError } from "./rpc"
import { SecondReading } from "./second-reading"
import { logUnreadable, storeUnreadable } from "./unreadable-logs"
import { hasWhitelists, WhitelistChecker } from "./whitelist-checker"

export type FollowOptions = {
  book: AddressBook
  rpcUrl: string
  /** Limit of one request to the node. */
  timeoutMs?: number
  /** Limit of one answer of the node; lower only in tests. */
  maxAnswerBytes?: number
  /** Pause between two reads of the chain's head. */
  pollMs?: number
  /** How often to look for other work while there is no new block; at most as often as the head is read. */
  idleMs?: number
  /** How long after they were stored new blocks are read again; shorter only in tests. */
  secondReadingMs?: number
  signal: AbortSignal
  /** Called after each range; `events` counts the events of this run. */
  onProgress?: (progress: { block: number; head: number; events: number }) => void
  /** Called whenever everything up to the head is indexed. */
  onCaughtUp?: () => void
}

/** Blocks this close to the head may be reorganised: all of their headers are read. */
const NEAR_HEAD_BLOCKS = 128
const NEAR_HEAD_RANGE = 64
/** A node's logs may be behind these blocks: they are compared with receipts. */
const NEWEST_BLOCKS = 16
/** Up to this lag, as after hours without a follower, headers are read even in large ranges if streams report each block. */
const MAX_TOLD_LAG = 10_000

/** The pause after observers have computed everything that was due. */
const COMPUTE_INTERVAL_MS = 3_000

type ReadyRange = { prepared: PreparedRange; checkpoint: Checkpoint; head: Header }

/**
 * Follows the chain with this connection until the signal aborts or the connection breaks: reads every block after the
 * cursor in order, and removes blocks that leave the chain. When the node fails, stalls or lags, requests are repeated
 * after growing pauses and no block is skipped. A lasting failure is logged and shown in health; a log that cannot be
 * stored goes to `unreadable_log`. With `untilCaughtUp` it ends at the head.
 */
export async function follow(
  client: ClientBase,
  options: FollowOptions,
  { untilCaughtUp = false }: { untilCaughtUp?: boolean } = {},
): Promise<void> {
  const { signal, pollMs = 500, idleMs = pollMs, timeoutMs = 20_000, maxAnswerBytes } = options
  const rpc = createRpc(options.rpcUrl, {
    ...{ timeoutMs, signal },
    ...(maxAnswerBytes && { maxAnswerBytes }),
  })
  const retries = createBackoff()
  const run = new FollowerRun(client, rpc, options)
  while (!signal.aborted) {
    try {
      const isAtHead = await run.advance()
      retries.succeed()
      if (!isAtHead) continue
      if (untilCaughtUp) return
      await run.awaitBlock({ pollMs, idleMs })
    } catch (error) {
      if (signal.aborted) return
      const delay = await run.recover(error, { retries, once: untilCaughtUp })
      await sleep(delay, signal)
    }
  }
}

/** State of a running follower, all of which can be read again from the database and the chain. */
class FollowerRun {
  private checkpoint: Checkpoint | null = null
  private prefetched: Promise<ReadyRange | null> | null = null
  private events = 0
  /** Whitelists or frozen tokens exist: calls change them without an event. */
  private watchCalls = false
  private isFailing = false
  /** The node and the database were once of the same chain. */
  private hasLoaded = false
  /** The chain no longer continues the stored blocks. */
  private hasReorg = false
  /** Up to this block, blocks are stored one at a time, without the logs that fail. */
  private bisectUntil = -1
  /** The range being stored; null while one is read. */
  private storing: { from: number; to: number } | null = null
  private readonly sizer = createRangeSizer()
  private readonly failures: FailureTracker
  private readonly whitelists: WhitelistChecker
  private readonly onchainState: OnchainStatePoller
  private readonly lastDay: LastDayUpdater
  private readonly secondReading: SecondReading
  /** When observers compute again what is due. */
  private computesAt = 0

  constructor(
    private readonly client: ClientBase,
    private readonly rpc: Rpc,
    private readonly options: FollowOptions,
  ) {
    this.failures = new FailureTracker(client)
    this.whitelists = new WhitelistChecker(client, rpc)
    // Removals may have been missed while no follower was running.
    this.whitelists.recheckAll()
    this.onchainState = new OnchainStatePoller(client, rpc)
    this.lastDay = new LastDayUpdater(client)
    this.secondReading = new SecondReading(client, rpc, options.book, options.secondReadingMs)
  }

  /** Stores the next range, or rewinds to a fork. True when everything is indexed. */
  async advance(): Promise<boolean> {
    const ready = await (this.prefetched ?? this.next())
    this.prefetched = null
    if (!ready) return this.runIdleTasks()
    const { prepared, checkpoint, head } = ready
    const { last } = prepared
    this.checkpoint = { ...checkpoint, block: prepared.to, hash: last.hash }
    // The next range is read while this one is stored; its failure is handled by the next call.
    if (prepared.to < head.number) {
      this.prefetched = this.next(head)
      this.prefetched.catch(() => {})
    }
    this.storing = { from: prepared.from, to: prepared.to }
    await inSpan(rangeSpan("store blocks", prepared), () => this.store(ready))
    this.storing = null
    if (head.number - prepared.from < NEAR_HEAD_BLOCKS) this.secondReading.note(prepared.from)
    if (prepared.to >= head.number) return this.runIdleTasks()
    await this.failures.clear()
    return false
  }

  /** Waits for a new block, at most until it is time to look for other work. */
  async awaitBlock({ pollMs, idleMs }: { pollMs: number; idleMs: number }): Promise<void> {
    const { signal } = this.options
    const end = performance.now() + idleMs
    for (;;) {
      await sleep(pollMs, signal)
      if (signal.aborted || performance.now() >= end) return
      const head = await readLatestHeader(this.rpc)
      if (head.hash !== this.checkpoint?.hash) return
    }
  }

  /**
   * Discards the state that a failure may have made wrong; returns the pause in milliseconds before the next try.
   * Throws for a lost lease, a lost connection, a server without writes, a configuration error, and with `once` for a lasting failure.
   */
  async recover(
    thrown: unknown,
    { retries, once }: { retries: ReturnType<typeof createBackoff>; once: boolean },
  ): Promise<number> {
    const { checkpoint, storing } = this
    // The configuration was right before: behind a balancer one of the nodes may be of another chain.
    const isNodesFault = thrown instanceof ConfigError && this.hasLoaded
    const error = isNodesFault ? new RpcError(thrown.message, undefined, { cause: thrown }) : thrown
    this.prefetched = null
    this.checkpoint = null
    this.storing = null
    if (error instanceof ReorgError) this.hasReorg = true
    if (error instanceof ReorgError || error instanceof CursorMovedError) return 0
    if (error instanceof ConfigError || isLeaseLost(error)) throw error
    if (!(await this.canWrite())) throw error
    const readNextRange = storing?.from ?? (checkpoint ? checkpoint.block + 1 : null)
    const isLasting = await this.failures.record(error, {
      next: readNextRange,
      isStoring: storing !== null,
    })
    if (!(error instanceof RpcError)) {
      if (isLasting && storing && isContentError(error)) this.bisectUntil = storing.to
      else if (isLasting && once) throw error
      return retries.fail()
    }
    this.isFailing = true
    const wasShrunk = isSizeRefusal(error) && this.sizer.shrink()
    if (error instanceof ResponseTooLargeError && wasShrunk) return 0
    const delay = retries.fail()
    if (retries.failures % 5 === 1) {
      const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ""
      log.warn(`The node failed, next try in ${Math.round(delay)} ms: ${error.message}${cause}`)
    }
    return delay
  }

  /** Whether the connection still leads to a server that takes writes: after a failover it may not. */
  private canWrite(): Promise<boolean> {
    return this.client.query("show transaction_read_only").then(
      ({ rows: [row] }) => row?.transaction_read_only === "off",
      () => false,
    )
  }

  /** Reads the next range; null at the head. */
  private async next(knownHead?: Header): Promise<ReadyRange | null> {
    const { book } = this.options
    this.checkpoint ??= await this.loadCheckpoint()
    const position = this.checkpoint
    const head = knownHead ?? (await readLatestHeader(this.rpc))
    // While ranges fail, the stored head still shows the growing lag.
    if (this.isFailing && !knownHead) {
      await underLease(this.client, () => writeHead(this.client, head))
    }
    if (this.hasReorg) await this.rewind(position, head)
    if (!(await this.hasNewBlocks(position, head))) return null
    const from = position.block + 1
    const lag = head.number - from
    const isNear = lag < NEAR_HEAD_BLOCKS
    const every = isNear || (from > position.toldTo && lag < MAX_TOLD_LAG)
    const creationsOnly = from < book.startBlock
    const withLogs = from <= this.bisectUntil
    const size = withLogs
      ? 1
      : Math.min(this.sizer.size, every ? NEAR_HEAD_RANGE : Number.POSITIVE_INFINITY)
    const last = creationsOnly ? book.startBlock - 1 : Number.POSITIVE_INFINITY
    const limit = Math.min(last, every ? head.number : head.number - NEAR_HEAD_BLOCKS)
    const to = Math.min(from + size - 1, Math.max(limit, from))
    const receiptsFrom = head.number - NEWEST_BLOCKS
    const withCalls = isNear && this.watchCalls && !creationsOnly
    const kind = { everyHeader: every, receiptsFrom, withCalls, creationsOnly, withLogs }
    const request = { from, to, parentHash: position.hash, ...kind }
    const prepared = await prepareRange(this.rpc, request, { book, tokens: position.tokens })
    if (!prepared) throw new RpcError(`The node does not have block ${to} yet`)
    this.sizer.adjust(prepared.logCount, to - from + 1)
    return { prepared, checkpoint: position, head }
  }

  private async loadCheckpoint(): Promise<Checkpoint> {
    const position = await loadCheckpoint(this.client, { rpc: this.rpc, book: this.options.book })
    this.hasLoaded = true
    this.watchCalls = (await hasWhitelists(this.client)) || (await hasFrozenTokens(this.client))
    return position
  }

  /**
   * Whether the checkpoint's chain has newer blocks. A node behind the checkpoint is waited for, except a development
   * node, whose chain was rewound.
   */
  private async hasNewBlocks(position: Checkpoint, head: Header): Promise<boolean> {
    const { block, hash, isDevelopment } = position
    if (head.number > block) return true
    if (!hash) return false
    const isOurs =
      head.number === block ? head.hash === hash : !isDevelopment && (await this.isKnownBlock(head))
    if (!isOurs) await this.rewind(position, head)
    return false
  }

  /** Whether the node's head does not contradict the stored blocks. */
  private async isKnownBlock(head: Header) {
    const hash = await findHash(this.client, head.number)
    return hash === null || hash === head.hash
  }

  private async rewind(position: Checkpoint, head: Header) {
    await rewindToFork(this.client, { rpc: this.rpc, book: this.options.book }, position, head)
    this.whitelists.recheckAll()
    this.hasReorg = false
    throw new CursorMovedError("The chain was reorganised")
  }

  private async store({ prepared, checkpoint, head }: ReadyRange) {
    const { client, options } = this
    const { from, to, decoded, earlier, headers, last } = prepared
    const { book } = options
    const { genesisHash } = checkpoint
    const newest = head.number >= last.number ? head : last
    const { aside } = await withWriteLock(
      client,
      async () => {
        const cursor = await readCursor(client)
        if (cursor?.indexedBlock !== from - 1) throw new CursorMovedError("The index was moved")
        for (const { eventRows, transactions } of earlier) {
          await ingest(
            client,
            { eventRows, transactions, confirm: () => this.isOnChain(last) },
            book,
          )
        }
        const { tokens, failed } = await this.storeRange(prepared)
        const unreadable = [...earlier.flatMap((one) => one.unreadable), ...failed]
        const setAside = await storeUnreadable(client, [...decoded.unreadable, ...unreadable], {
          from,
          to,
        })
        const cursorNow = { chainId: book.chainId, genesisHash, indexed: last, head: newest }
        await together(client, () => [
          storeHeaders(client, headers),
          logBlocks(client, headers),
          writeCursor(client, cursorNow),
        ])
        return { tokens, aside: setAside }
      },
      {
        durable: false,
        last: ({ tokens }) => changeStatement({ block: to, head: newest.number, topics: tokens }),
      },
    )
    this.isFailing = false
    logUnreadable(aside)
    logMissing(decoded.eventRows.missingState)
    this.events += countEventRows(decoded.eventRows)
    options.onProgress?.({ block: to, head: newest.number, events: this.events })
    await this.processCalls(prepared)
  }

  private async storeRange({ from, to, decoded }: PreparedRange) {
    const { client } = this
    const { book } = this.options
    const { eventRows, transactions } = decoded
    // Before the start block only creations are read, so stored rows that are missing here stay.
    const batch =
      from < book.startBlock
        ? { eventRows, transactions, confirm: async () => true }
        : { eventRows, transactions, blocks: { from, to } }
    if (from <= this.bisectUntil) return ingestByBisection(client, decoded, batch, book)
    return { tokens: await ingest(client, batch, book), failed: [] }
  }

  private async isOnChain({ number, hash }: Header) {
    return (await findHeader(this.rpc, number))?.hash === hash
  }

  /** Whitelist removals and the end of freezing emit no event; only calls show them. */
  private async processCalls({ calls, decoded, to }: PreparedRange) {
    const { whitelistEvent, tokenCreation } = decoded.eventRows
    if (whitelistEvent.length + tokenCreation.length > 0) this.watchCalls = true
    if (!this.watchCalls) return
    if (!calls) {
      await underLease(this.client, () => scheduleFrozenTokens(this.client))
      this.whitelists.recheckAll()
      return
    }
    const isToken = (address: string) => this.checkpoint?.tokens.has(address) === true
    const { tokens, removals } = findCalldataChanges(calls, this.options.book, isToken)
    if (tokens.length > 0) {
      await underLease(this.client, () => scheduleCalledTokens(this.client, tokens, to))
    }
    this.whitelists.recheck(removals)
  }

  /** Background work at the head, in small parts between new blocks; true when nothing is left. */
  private async runIdleTasks(): Promise<boolean> {
    const cursor = await readCursor(this.client)
    if (this.checkpoint && cursor?.indexedBlock !== this.checkpoint.block) {
      throw new CursorMovedError("The index was moved")
    }
    const { checkpoint } = this
    await this.lastDay.refresh()
    if (await this.whitelists.refresh()) return false
    if (checkpoint && (await this.secondReading.refresh(checkpoint))) return false
    if (
      checkpoint?.hash &&
      (await this.onchainState.refresh({ ...checkpoint, hash: checkpoint.hash }))
    ) {
      return false
    }
    if (await this.computeDue()) return false
    await this.failures.clear()
    this.options.onCaughtUp?.()
    return true
  }

  /** Computes some of what is due; false when nothing was. */
  private async computeDue(): Promise<boolean> {
    if (performance.now() < this.computesAt) return false
    for (const observer of getObservers()) {
      const { hasMore } = await observer.computeDue(this.client)
      if (hasMore) return true
    }
    this.computesAt = performance.now() + COMPUTE_INTERVAL_MS
    return false
  }
}
