import { HEARTBEAT_MS, MAX_TOPICS } from "@/lib/stream-log/constants"
import { EMPTY_EVENT, type LiveEvent, parseLiveEvent } from "./event"

/**
 * `live`: events arrive. `connecting`: the stream is being opened. `polling`: the stream is not available, the page
 * is refreshed at an interval. `paused`: the tab is hidden or nothing subscribes.
 */
export type LiveStatus = "connecting" | "live" | "polling" | "paused"

export type LiveState = LiveEvent & {
  status: LiveStatus
  /** Time of the last event in milliseconds; null before the first one. */
  heardAt: number | null
}

/** Least time between two refreshes of one page. */
export const MIN_REFRESH_INTERVAL_MS = 1_000

/** Random delay, so that the browsers that get the same event do not all refresh at once. */
const REFRESH_JITTER_MS = 200

/** Without the stream, the page is refreshed and the stream is opened again at this interval. */
const POLL_INTERVAL_MS = 20_000

/** A stream without an event for two heartbeats is lost, even if its socket is open. */
export const STREAM_TIMEOUT_MS = HEARTBEAT_MS * 2 + 5_000

/** More than the pages that browsers keep for going back. */
const MAX_SEEN_VERSIONS = 500

type Watcher = {
  topics: readonly string[] | null
  refresh: () => void
  /** Feed version of the data shown; undefined while it is not known. */
  version: string | undefined
}

/** The part of the browser's EventSource that is used. */
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

/** The one stream of a page, shared by all its watchers, closed while the tab is hidden. */
export class LiveConnection {
  readonly #watchers = new Set<Watcher>()
  readonly #listeners = new Set<() => void>()
  #state: LiveState = { status: "connecting", block: null, head: null, heardAt: null }
  #source: EventStream | undefined
  #url = ""
  /** The version the stream was opened with. */
  #since: string | undefined
  /** Versions of pages that were shown. */
  readonly #seenVersions = new Set<string>()
  /** The stream was interrupted since the last refresh. */
  #mayHaveMissed = false
  /** Not by the clock, which may be set back by hours. */
  #refreshedAt = Number.NEGATIVE_INFINITY
  #refreshTimer: ReturnType<typeof setTimeout> | undefined
  #timeoutTimer: ReturnType<typeof setTimeout> | undefined
  #pollTimer: ReturnType<typeof setInterval> | undefined

  constructor(readonly browser: BrowserEnvironment) {}

  get state() {
    return this.#state
  }

  /** Calls the listener on every change of `state`. */
  observe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /**
   * Calls `refresh` when one of these topics changes, or for null when anything on the chain does. With the version of
   * a page just loaded, there is no first refresh unless something has changed since that version.
   */
  watch(topics: readonly string[] | null, refresh: () => void, version?: string) {
    // A version seen before belongs to a page restored from the browser's cache, which may be old.
    const isOld = version !== undefined && this.#seenVersions.has(version)
    const watcher = { topics, refresh, version: isOld ? undefined : version }
    const stream = this.#source
    if (version !== undefined) this.#addSeen(version)
    this.#watchers.add(watcher)
    this.#updateStream()
    if (isOld && stream && stream === this.#source) this.#scheduleRefresh()
    return () => {
      this.#watchers.delete(watcher)
      // In a microtask, so that the next page keeps the stream when it watches the same topics.
      queueMicrotask(() => this.#updateStream())
    }
  }

  /** Call when the tab is hidden or shown. */
  handleVisibilityChange() {
    const isBack = !this.browser.isHidden() && this.#state.status === "paused"
    this.#updateStream()
    if (isBack) this.#scheduleRefresh()
  }

  /** Opens, keeps or closes the stream, depending on the watchers and the visibility of the tab. */
  #updateStream() {
    const isPaused = this.#watchers.size === 0 || this.browser.isHidden()
    if (isPaused) {
      this.#close()
      this.#stopPolling()
      clearTimeout(this.#refreshTimer)
      this.#refreshTimer = undefined
      return this.#setState({ status: "paused" })
    }
    const url = this.#buildUrl()
    if (this.#source && url === this.#url) return
    this.#open(url)
  }

  #buildUrl() {
    const topics = new Set<string>()
    for (const watcher of this.#watchers) {
      if (!watcher.topics) return "/live"
      for (const topic of watcher.topics) topics.add(topic)
    }
    return topics.size > MAX_TOPICS ? "/live" : `/live?topics=${[...topics].sort().join(",")}`
  }

  #addSeen(version: string) {
    if (this.#seenVersions.size >= MAX_SEEN_VERSIONS) this.#seenVersions.clear()
    this.#seenVersions.add(version)
  }

  /** The version of all parts of the page; undefined when they differ. */
  #sharedVersion() {
    const versions = new Set([...this.#watchers].map(({ version }) => version))
    return versions.size === 1 ? [...versions][0] : undefined
  }

  #open(url: string) {
    this.#close()
    this.#url = url
    this.#since = this.#sharedVersion()
    // Changes between rendering the page and opening the stream may not be reported.
    this.#mayHaveMissed = true
    const source = this.browser.open(withSince(url, this.#since))
    this.#source = source
    if (this.#state.status !== "polling") this.#setState({ status: "connecting" })
    source.addEventListener("beat", (event) => this.#handleEvent(event))
    source.addEventListener("current", (event) => {
      if (this.#since === this.#sharedVersion()) this.#mayHaveMissed = false
      this.#handleEvent(event)
    })
    source.addEventListener("change", (event) => {
      this.#handleEvent(event)
      this.#scheduleRefresh()
    })
    source.addEventListener("error", () => {
      if (source === this.#source) this.#handleError()
    })
    this.#restartTimeout()
  }

  #close() {
    clearTimeout(this.#timeoutTimer)
    this.#source?.close()
    this.#source = undefined
  }

  #handleEvent(event: Event) {
    const { block, head } = parseEvent(event)
    this.#stopPolling()
    this.#setState({ status: "live", block, head, heardAt: Date.now() })
    this.#restartTimeout()
    if (this.#mayHaveMissed) this.#scheduleRefresh()
  }

  /** The browser reconnects by itself unless the server refused. Until it is connected, the page polls. */
  #handleError() {
    this.#mayHaveMissed = true
    if (this.#source?.readyState === 2) this.#close()
    this.#startPolling()
  }

  #restartTimeout() {
    clearTimeout(this.#timeoutTimer)
    this.#timeoutTimer = setTimeout(() => {
      this.#close()
      this.#mayHaveMissed = true
      this.#startPolling()
    }, STREAM_TIMEOUT_MS)
  }

  #startPolling() {
    this.#setState({ status: "polling" })
    this.#pollTimer ??= setInterval(() => {
      this.#scheduleRefresh()
      if (!this.#source) this.#updateStream()
    }, POLL_INTERVAL_MS)
  }

  #stopPolling() {
    clearInterval(this.#pollTimer)
    this.#pollTimer = undefined
  }

  /** At once when the last refresh is long ago, else after the minimum interval; many events cause one refresh. */
  #scheduleRefresh() {
    if (this.#refreshTimer) return
    const left = this.#refreshedAt + MIN_REFRESH_INTERVAL_MS - performance.now()
    const wait = Math.max(0, left) + this.browser.random() * REFRESH_JITTER_MS
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined
      this.#refreshedAt = performance.now()
      // Without the stream, changes after this refresh are not reported.
      this.#mayHaveMissed = this.#state.status !== "live"
      // All watchers are parts of one page: one refresh updates them all.
      ;[...this.#watchers].at(-1)?.refresh()
    }, wait)
  }

  #setState(change: Partial<LiveState>) {
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
