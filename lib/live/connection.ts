import { EMPTY_EVENT, HEARTBEAT_MS, type LiveEvent, MAX_TOPICS, parseLiveEvent } from "./event"

/**
 * `live`: events arrive. `connecting`: not yet, or again. `polling`: the stream cannot be had, the
 * page is read again now and then. `paused`: nobody looks.
 */
export type LiveStatus = "connecting" | "live" | "polling" | "paused"

export type LiveState = LiveEvent & {
  status: LiveStatus
  /** When the stream was last heard, in milliseconds of the clock; null before the first event. */
  heardAt: number | null
}

/** Reads of one page are at least this far apart, however often something happens. */
export const MIN_REFRESH_INTERVAL_MS = 1_000

/** Spreads the reads of many browsers that hear the same event. */
const REFRESH_JITTER_MS = 200

/** Without the stream the page is read this often, and the stream tried again. */
const POLL_INTERVAL_MS = 20_000

/** A stream that missed two beats is dead, whatever its socket says. */
export const STREAM_TIMEOUT_MS = HEARTBEAT_MS * 2 + 5_000

/** A browser keeps fewer pages to go back to. */
const MAX_SEEN_VERSIONS = 500

type Watcher = {
  topics: readonly string[] | null
  refresh: () => void
  /** What had been heard of when what is shown was read; undefined: not known. */
  version: string | undefined
}

/** What is used of the browser's EventSource. */
export type EventStream = {
  readonly readyState: number
  addEventListener: (
    name: "beat" | "change" | "current" | "error",
    heard: (event: Event) => void,
  ) => void
  close: () => void
}

type BrowserEnvironment = {
  open: (url: string) => EventStream
  isHidden: () => boolean
  random: () => number
}

/** One stream per page, shared by all who watch, closed while the tab is hidden. */
export class LiveConnection {
  readonly #watchers = new Set<Watcher>()
  readonly #listeners = new Set<() => void>()
  #state: LiveState = { status: "connecting", block: null, head: null, heardAt: null }
  #source: EventStream | undefined
  #url = ""
  /** The mark the stream was opened with. */
  #since: string | undefined
  /** Marks of pages that were shown. */
  readonly #seen = new Set<string>()
  /** The stream was not there since the last read: something may have been missed. */
  #missed = false
  #readAt = Number.NEGATIVE_INFINITY
  #pending: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #poll: ReturnType<typeof setInterval> | undefined

  constructor(readonly browser: BrowserEnvironment) {}

  get state() {
    return this.#state
  }

  /** Calls back on every change of `state`. */
  observe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /**
   * Has `refresh` called when one of these tokens changed; null: when anything did. With the mark of a page
   * that has just come, it is not called at the beginning unless something has changed meanwhile.
   */
  watch(topics: readonly string[] | null, refresh: () => void, version?: string) {
    // One that was shown before comes out of the browser's memory, and may be old in every way.
    const isOld = version !== undefined && this.#seen.has(version)
    const watcher = { topics, refresh, version: isOld ? undefined : version }
    const stream = this.#source
    if (version !== undefined) this.#see(version)
    this.#watchers.add(watcher)
    this.#settle()
    if (isOld && stream && stream === this.#source) this.#refreshSoon()
    return () => {
      this.#watchers.delete(watcher)
      // A page that takes the place of another keeps the stream when it watches the same.
      queueMicrotask(() => this.#settle())
    }
  }

  /** To be called when the tab is hidden or shown. */
  handleVisibilityChange() {
    const isBack = !this.browser.isHidden() && this.#state.status === "paused"
    this.#settle()
    if (isBack) this.#refreshSoon()
  }

  /** Brings the stream in line with who watches and whether anybody looks. */
  #settle() {
    const isPaused = this.#watchers.size === 0 || this.browser.isHidden()
    if (isPaused) {
      this.#close()
      this.#stopPolling()
      clearTimeout(this.#pending)
      this.#pending = undefined
      return this.#set({ status: "paused" })
    }
    const url = this.#wanted()
    if (this.#source && url === this.#url) return
    this.#open(url)
  }

  #wanted() {
    const topics = new Set<string>()
    for (const watcher of this.#watchers) {
      if (!watcher.topics) return "/live"
      for (const topic of watcher.topics) topics.add(topic)
    }
    return topics.size > MAX_TOPICS ? "/live" : `/live?topics=${[...topics].sort().join(",")}`
  }

  #see(mark: string) {
    if (this.#seen.size >= MAX_SEEN_VERSIONS) this.#seen.clear()
    this.#seen.add(mark)
  }

  /** The mark of what is shown, where its parts agree. */
  #mark() {
    const marks = new Set([...this.#watchers].map(({ version }) => version))
    return marks.size === 1 ? [...marks][0] : undefined
  }

  #open(url: string) {
    this.#close()
    this.#url = url
    this.#since = this.#mark()
    // What was stored after the page was rendered and before the stream is there may not be told.
    this.#missed = true
    const source = this.browser.open(withSince(url, this.#since))
    this.#source = source
    if (this.#state.status !== "polling") this.#set({ status: "connecting" })
    source.addEventListener("beat", (event) => this.#heard(event))
    source.addEventListener("current", (event) => {
      if (this.#since === this.#mark()) this.#missed = false
      this.#heard(event)
    })
    source.addEventListener("change", (event) => {
      this.#heard(event)
      this.#refreshSoon()
    })
    source.addEventListener("error", () => {
      if (source === this.#source) this.#lost()
    })
    this.#expect()
  }

  #close() {
    clearTimeout(this.#silence)
    this.#source?.close()
    this.#source = undefined
  }

  #heard(event: Event) {
    const { block, head } = parseEvent(event)
    this.#stopPolling()
    this.#set({ status: "live", block, head, heardAt: Date.now() })
    this.#expect()
    if (this.#missed) this.#refreshSoon()
  }

  /** The browser comes back by itself unless it was refused; then, and until it is back, we poll. */
  #lost() {
    this.#missed = true
    if (this.#source?.readyState === 2) this.#close()
    this.#startPolling()
  }

  #expect() {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.#close()
      this.#missed = true
      this.#startPolling()
    }, STREAM_TIMEOUT_MS)
  }

  #startPolling() {
    this.#set({ status: "polling" })
    this.#poll ??= setInterval(() => {
      this.#refreshSoon()
      if (!this.#source) this.#settle()
    }, POLL_INTERVAL_MS)
  }

  #stopPolling() {
    clearInterval(this.#poll)
    this.#poll = undefined
  }

  /** At once after a quiet time, else when the gap is over; many events make one read. */
  #refreshSoon() {
    if (this.#pending) return
    const left = this.#readAt + MIN_REFRESH_INTERVAL_MS - Date.now()
    const wait = Math.max(0, left) + this.browser.random() * REFRESH_JITTER_MS
    this.#pending = setTimeout(() => {
      this.#pending = undefined
      this.#readAt = Date.now()
      // Without the stream the next change is missed again.
      this.#missed = this.#state.status !== "live"
      // All watchers are parts of one page: reading it once serves them all.
      ;[...this.#watchers].at(-1)?.refresh()
    }, wait)
  }

  #set(change: Partial<LiveState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function withSince(url: string, since: string | undefined) {
  if (since === undefined) return url
  return `${url}${url.includes("?") ? "&" : "?"}since=${encodeURIComponent(since)}`
}

function parseEvent(event: Event): LiveEvent {
  return "data" in event && typeof event.data === "string"
    ? parseLiveEvent(event.data)
    : EMPTY_EVENT
}
