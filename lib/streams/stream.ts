import { sleep } from "@/lib/async/backoff"
import { processSingleton } from "@/lib/async/process-singleton"
import { isDatabaseUnavailable } from "@/lib/db/errors"
import type { Sink } from "@/lib/http/push-body"
import { RETRY_MS } from "@/lib/stream-log/constants"
import { log } from "@/lib/telemetry/logger"
import { signals } from "@/lib/telemetry/signals"
import { ALL_PARTS, type Cursor, formatCursor, toCursor } from "./cursor"
import { getHub, type Listener } from "./hub"
import { type Message, readPage, toBytes } from "./messages"
import type { Subscription } from "./topics"

/** Streams of a process that read the past at once: they use the connections of requests. */
const MAX_READERS = 2

type Readers = { running: number; waiting: (() => void)[] }

const getReaders = () =>
  processSingleton<Readers>("stream-readers", () => ({ running: 0, waiting: [] }))

/** Runs `read` when fewer than the most are running. */
async function limitReaders<T>(read: () => Promise<T>): Promise<T> {
  const readers = getReaders()
  if (readers.running >= MAX_READERS) {
    await new Promise<void>((resolve) => readers.waiting.push(resolve))
  } else readers.running++
  try {
    return await read()
  } finally {
    const next = readers.waiting.shift()
    if (next) next()
    else readers.running--
  }
}

/** A client that has so many bytes waiting is sent away, and resumes where it was. */
const MAX_BUFFERED_BYTES = 512 * 1_024
/** A page of the past is read when fewer are waiting. */
const ENOUGH_BUFFERED_BYTES = 64 * 1_024
/** Events that one reading looks at: few of a week's may be of rare topics. */
const SCANNED_EVENTS = 10_000
/** New messages that wait while the past is sent. */
const MAX_WAITING = 5_000
/** Longest pause of a client's reading while the past is sent. */
const PATIENCE_MS = 30_000
const DRAIN_CHECK_MS = 20

const HEARTBEAT = ": heartbeat\n"

export type Access = {
  /** Whether the client may still read. */
  isAllowed: () => Promise<boolean>
  /** Called once, at the end. */
  release: () => void
}

/** The messages for one client: first those after its cursor, then new ones. */
export class Stream implements Listener {
  readonly topics: ReadonlySet<string>
  /** The last sent message; only later ones are sent. */
  #cursor: Cursor | null
  /** New messages, until the past has been sent; then null. */
  #waiting: Message[] | null = []
  #isClosed = false

  constructor(
    private readonly subscription: Subscription,
    after: Cursor | null,
    private readonly sink: Sink,
    private readonly access: Access,
  ) {
    this.topics = subscription.topics
    this.#cursor = after
    signals.emit("stream", "api", 1)
  }

  /** Sends until the client has gone or is too slow, or the process ends. */
  async run(): Promise<void> {
    try {
      const joined = await getHub().add(this)
      if (this.#isClosed) return
      const cursor = this.#cursor ?? toCursor(joined)
      this.#sendReady(cursor)
      await this.#sendPast(cursor, joined)
      if (this.#isClosed) return
      const waiting = this.#waiting ?? []
      this.#waiting = null
      this.receive(waiting)
    } catch (error) {
      // The client resumes, and learns when the database is down.
      if (!this.#isClosed && !isDatabaseUnavailable(error))
        log.error({ err: error }, "A stream broke off")
      this.close()
    }
  }

  receive(messages: readonly Message[]) {
    if (this.#isClosed) return
    if (this.#waiting) {
      this.#waiting.push(...messages)
      if (this.#waiting.length > MAX_WAITING) this.close()
      return
    }
    this.#send(messages.filter(({ cursor }) => isBehind(cursor, this.#cursor)))
    if (this.sink.buffered() > MAX_BUFFERED_BYTES) this.close()
  }

  /** The cursor moves on in silence, so that a client of quiet topics can resume after days. */
  beat(position: Cursor) {
    const hasMoved = this.#waiting === null && isBehind(position, this.#cursor)
    if (hasMoved) this.#cursor = position
    this.sink.write(
      Buffer.from(hasMoved ? `${HEARTBEAT}id: ${formatCursor(position)}\n\n` : `${HEARTBEAT}\n`),
    )
    void this.#checkAccess()
  }

  /** A key that was deleted, or a session that has ended, ends its streams. */
  async #checkAccess() {
    // While the database is down no client is disconnected.
    const isAllowed = await this.access.isAllowed().catch(() => true)
    if (!isAllowed) this.close()
  }

  /** The client connects again, and learns that its cursor has expired. */
  restart() {
    this.close()
  }

  close() {
    if (this.#isClosed) return
    this.#isClosed = true
    signals.emit("stream", "api", -1)
    this.#waiting = null
    getHub().remove(this)
    this.access.release()
    this.sink.close()
  }

  #sendReady(cursor: Cursor) {
    this.#cursor = cursor
    const ready = toBytes("ready", cursor, JSON.stringify({ cursor: formatCursor(cursor) }))
    this.sink.write(Buffer.concat([Buffer.from(`retry: ${RETRY_MS}\n`), ready]))
  }

  #send(messages: readonly Message[]) {
    const [first, ...others] = messages
    if (!first) return
    this.#cursor = others.at(-1)?.cursor ?? first.cursor
    const bytes =
      others.length === 0 ? first.bytes : Buffer.concat(messages.map((one) => one.bytes))
    this.sink.write(bytes)
  }

  /** Reads the log from the cursor up to where the new messages begin. */
  async #sendPast(from: Cursor, end: number) {
    const { topics, logTopics } = this.subscription
    let after = from
    while (!this.#isClosed && (after.id < end || isPartial(after, end))) {
      const upTo = Math.min(end, after.id + SCANNED_EVENTS)
      const page = await limitReaders(() =>
        readPage(after, { upTo, topics: logTopics }, (topic) => topics.has(topic)),
      )
      if (this.#isClosed) return
      this.#send(page.messages)
      after = toCursor(page.readTo ?? upTo)
      this.#cursor = after
      await this.#drain()
    }
  }

  async #drain() {
    const deadline = performance.now() + PATIENCE_MS
    while (!this.#isClosed && this.sink.buffered() > ENOUGH_BUFFERED_BYTES) {
      if (performance.now() > deadline) return this.close()
      await sleep(DRAIN_CHECK_MS)
    }
  }
}

const isPartial = ({ id, part }: Cursor, upTo: number) => id === upTo && part !== ALL_PARTS

const isBehind = (one: Cursor, other: Cursor | null) =>
  other === null || one.id > other.id || (one.id === other.id && one.part > other.part)
