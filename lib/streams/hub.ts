import { processSingleton } from "@/lib/async/process-singleton"
import { HEARTBEAT_MS } from "@/lib/stream-log/constants"
import { type Cursor, toCursor } from "./cursor"
import { type Message, readMessages } from "./messages"
import { findBounds, findNewEvents } from "./read"
import { listenTogether } from "./shared-listener"

/** Something that was missed by notifications is read all the same. */
const POLL_MS = 5_000
/** The listener stays this long after the last stream. */
const IDLE_STOP_MS = 60_000

/** A stream, as the hub sees it. */
export type Listener = {
  topics: ReadonlySet<string>
  /** Messages in the order of the log. */
  receive: (messages: readonly Message[]) => void
  /** Everything up to the position was received. */
  beat: (position: Cursor) => void
  close: () => void
}

/** Reads the log once for all streams of the process, as it grows. */
class Hub {
  /** Everything up to this event has been handed out. */
  #position = 0
  #listeners = new Set<Listener>()
  #byTopic = new Map<string, Set<Listener>>()
  #starting: Promise<void> | undefined
  #stop: (() => void) | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #reading: Promise<boolean> | undefined
  #isPolling = false
  #again = false

  /** Everything up to this event was handed out; null while the hub does not read. */
  get position(): number | null {
    return this.#stop ? this.#position : null
  }

  /** Resolves when the hub reads; throws when the database does not answer. */
  start(): Promise<void> {
    clearTimeout(this.#idleTimer)
    this.#starting ??= this.#begin().catch((error) => {
      this.#starting = undefined
      throw error
    })
    return this.#starting
  }

  async #begin() {
    this.#position = (await findBounds()).newest
    const unlisten = listenTogether(() => void this.#poll())
    const timers = [
      setInterval(() => this.#poll(), POLL_MS),
      setInterval(() => this.#beat(), HEARTBEAT_MS),
    ]
    const closeAll = () => this.close()
    process.once("SIGTERM", closeAll)
    process.once("SIGINT", closeAll)
    this.#stop = () => {
      for (const timer of timers) clearInterval(timer)
      process.off("SIGTERM", closeAll)
      process.off("SIGINT", closeAll)
      void unlisten()
    }
    this.#scheduleStop()
  }

  /**
   * Adds a listener, which receives everything read from now on. Returns the event up to which it may have missed
   * some: the current reading selected events without it.
   */
  async add(listener: Listener): Promise<number> {
    clearTimeout(this.#idleTimer)
    this.#listeners.add(listener)
    for (const topic of listener.topics) {
      const listeners = this.#byTopic.get(topic) ?? new Set()
      listeners.add(listener)
      this.#byTopic.set(topic, listeners)
    }
    await this.#reading?.catch(() => {})
    return this.#position
  }

  remove(listener: Listener) {
    this.#listeners.delete(listener)
    for (const topic of listener.topics) {
      const listeners = this.#byTopic.get(topic)
      listeners?.delete(listener)
      if (listeners?.size === 0) this.#byTopic.delete(topic)
    }
    this.#scheduleStop()
  }

  /** Ends every stream, and stops reading. */
  close() {
    for (const listener of [...this.#listeners]) listener.close()
    clearTimeout(this.#idleTimer)
    this.#stop?.()
    this.#stop = undefined
    this.#starting = undefined
  }

  #scheduleStop() {
    clearTimeout(this.#idleTimer)
    if (this.#listeners.size > 0) return
    this.#idleTimer = setTimeout(() => this.close(), IDLE_STOP_MS).unref()
  }

  /** Reads until there is nothing new. A failure is tried again by the next notification or timer. */
  async #poll() {
    if (this.#isPolling) {
      this.#again = true
      return
    }
    this.#isPolling = true
    try {
      do {
        this.#again = false
        this.#reading = this.#read()
      } while ((await this.#reading) || this.#again)
    } catch {
      // The database does not answer; the listener learns when it does again.
    } finally {
      this.#reading = undefined
      this.#isPolling = false
    }
  }

  /** True when something was read: there may be more. */
  async #read(): Promise<boolean> {
    const run = this.#stop
    if (!run) return false
    const { events, bounds, messages } = await readMessages(
      (client) => findNewEvents(client, this.#position),
      (topic) => this.#byTopic.has(topic),
    )
    // The hub was closed meanwhile, and may have restarted elsewhere.
    if (this.#stop !== run) return false
    if (this.#position < bounds.oldest) {
      // The log starts over. Clients that connect again learn of it.
      this.#position = bounds.newest
      for (const listener of [...this.#listeners]) listener.close()
      return false
    }
    this.#deliver(messages)
    this.#position = events.at(-1)?.id ?? this.#position
    return events.length > 0
  }

  #deliver(messages: readonly Message[]) {
    const received = new Map<Listener, Message[]>()
    for (const message of messages) {
      const listeners = new Set(
        message.topics.flatMap((topic) => [...(this.#byTopic.get(topic) ?? [])]),
      )
      for (const listener of listeners) {
        const list = received.get(listener)
        if (list) list.push(message)
        else received.set(listener, [message])
      }
    }
    for (const [listener, list] of received) listener.receive(list)
  }

  #beat() {
    const position = toCursor(this.#position)
    for (const listener of this.#listeners) listener.beat(position)
  }
}

/** One per process: route files are bundled apart. */
export const getHub = () => processSingleton("streams", () => new Hub())
