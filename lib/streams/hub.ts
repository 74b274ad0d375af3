import { processSingleton } from "@/lib/async/process-singleton"
import { isDatabaseUnavailable } from "@/lib/db/errors"
import { phase } from "@/lib/health/phase"
import { HEARTBEAT_MS } from "@/lib/stream-log/constants"
import type { IndexNotice } from "@/lib/stream-log/notice"
import { log } from "@/lib/telemetry/logger"
import { type Cursor, toCursor } from "./cursor"
import { listen } from "./listener"
import { type Message, readMessages } from "./messages"
import { findBounds, findNewEvents } from "./read"

/** Something that was missed by notifications is read all the same. */
const POLL_MS = 5_000
/** Reading goes on this long after the last listener or page: pages being loaded need it. */
const IDLE_STOP_MS = 5 * 60_000

/** Sends the log's messages on: a stream of the API, or the feed of pages. */
export type Listener = {
  topics: ReadonlySet<string>
  /** Messages in the order of the log. */
  receive: (messages: readonly Message[]) => void
  /** Everything up to the position was received. */
  beat: (position: Cursor) => void
  /** A notice of the index, before the log is read; null: notices may have been missed. */
  notice?: (notice: IndexNotice | null) => void
  /** The log starts over, so messages may have been missed. */
  restart: () => void
  /** The process ends. */
  close: () => void
}

/** Reads the log once for all streams and pages of the process, as it grows. */
class Hub {
  /** Everything up to this event has been handed out; null until the log has been read. */
  #position: number | null = null
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
    return this.#position
  }

  /** Resolves when the hub reads; throws when the database does not answer. The hub then tries again by itself. */
  start(): Promise<void> {
    this.#startReading()
    this.#scheduleStop()
    return this.#begin()
  }

  #begin(): Promise<void> {
    this.#starting ??= this.#findPosition().catch((error) => {
      this.#starting = undefined
      throw error
    })
    return this.#starting
  }

  async #findPosition() {
    const run = this.#stop
    const { newest } = await findBounds()
    if (this.#stop === run) this.#position ??= newest
  }

  #startReading() {
    if (this.#stop) return
    const unlisten = listen({
      onNotice: (notice) => {
        // Notices that arrive while a connection is being closed are not for those who opened another one.
        if (this.#stop !== stop) return
        for (const listener of [...this.#listeners]) listener.notice?.(notice)
        void this.#poll()
      },
    })
    const timers = [
      setInterval(() => this.#poll(), POLL_MS),
      setInterval(() => this.#beat(), HEARTBEAT_MS),
    ]
    // A server that drains closes it itself: its clients would come back here.
    const closeAll = () => {
      if (phase().now !== "draining") this.close()
    }
    process.once("SIGTERM", closeAll)
    process.once("SIGINT", closeAll)
    const stop = () => {
      for (const timer of timers) clearInterval(timer)
      process.off("SIGTERM", closeAll)
      process.off("SIGINT", closeAll)
      void unlisten()
    }
    this.#stop = stop
  }

  /**
   * Adds a listener, which receives everything read from now on. Returns the event up to which it may have missed
   * some: the current reading selected events without it. Throws when the database does not answer; the listener still
   * receives what is read later.
   */
  async add(listener: Listener): Promise<number> {
    this.#listeners.add(listener)
    for (const topic of listener.topics) {
      const listeners = this.#byTopic.get(topic) ?? new Set()
      listeners.add(listener)
      this.#byTopic.set(topic, listeners)
    }
    const reading = this.#reading
    await this.start()
    await reading?.catch(() => {})
    if (this.#position === null) throw new Error("The hub was closed")
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

  /** Ends every stream of programs and pages, and stops reading. */
  close() {
    for (const listener of [...this.#listeners]) listener.close()
    clearTimeout(this.#idleTimer)
    this.#stop?.()
    this.#stop = undefined
    this.#starting = undefined
    this.#position = null
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
    } catch (error) {
      // The listener learns when the database answers again.
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, "The streams' log was not read")
    } finally {
      this.#reading = undefined
      this.#isPolling = false
    }
  }

  /** True when something was read: there may be more. */
  async #read(): Promise<boolean> {
    const run = this.#stop
    if (!run) return false
    await this.#begin()
    const position = this.#position
    if (position === null || this.#stop !== run) return false
    const { events, bounds, messages } = await readMessages(
      (client) => findNewEvents(client, position),
      (topic) => this.#byTopic.has(topic),
    )
    // The hub was closed meanwhile, and may have restarted elsewhere.
    if (this.#stop !== run) return false
    if (position < bounds.oldest) {
      // The log starts over.
      this.#position = bounds.newest
      for (const listener of [...this.#listeners]) listener.restart()
      return false
    }
    this.#deliver(messages)
    this.#position = events.at(-1)?.id ?? position
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
    if (this.#position === null) return
    const position = toCursor(this.#position)
    for (const listener of this.#listeners) listener.beat(position)
  }
}

/** One per process: route files are bundled apart. */
export const getHub = () => processSingleton("streams", () => new Hub())
