import { processSingleton } from "@/lib/async/process-singleton"
import { getQuickClient } from "@/lib/chain/client"
import { db } from "@/lib/db/client"
import { readChange } from "@/lib/stream-log/change"
import { CHANGE } from "@/lib/stream-log/constants"
import type { IndexNotice } from "@/lib/stream-log/notice"
import { matchesTopics } from "@/lib/stream-log/page-topics"
import { getHub, type Listener } from "@/lib/streams/hub"
import type { Message } from "@/lib/streams/messages"
import { findChanges } from "@/lib/streams/read"
import { listenTogether } from "@/lib/streams/shared-listener"
import { HEARTBEAT_MS, type LiveEvent, parseLiveEvent } from "./event"

const MAX_SUBSCRIBERS = 2_000
const MAX_PER_IP = 30

/** The feed listens this long after the last subscriber or page: pages being loaded need it. */
const IDLE_STOP_MS = 5 * 60_000

/** The log is asked for again after this time when the database did not answer. */
const RETRY_MS = 1_000

export type Subscriber = {
  ip: string
  /** Null: all changes of the chain. */
  topics: ReadonlySet<string> | null
  /** The feed version of the page. */
  since?: string | undefined
  send: (text: string) => void
  close: () => void
}

type FeedState = {
  subscribers: Set<Subscriber>
  latest: LiveEvent
  /** Ends listening and the heartbeat; undefined while nothing listens. */
  stop: (() => Promise<void>) | undefined
  idleTimer: NodeJS.Timeout | undefined
}

/** One per process: routes and pages are bundled apart. */
const getFeed = () =>
  processSingleton<FeedState>("live", () => ({
    subscribers: new Set(),
    latest: { block: null, head: null },
    stop: undefined,
    idleTimer: undefined,
  }))

/**
 * The current version of the data: a cursor of the streams' log, the same for all processes; empty until the log has
 * been read. A page takes it before it reads anything, and its stream reports whether anything has changed since.
 */
export function getFeedVersion(): string {
  startListening()
  scheduleStop()
  return `${getHub().position ?? ""}`
}

/** Adds a subscriber and returns a function that removes it; null when there are too many. */
export function subscribe(subscriber: Subscriber): (() => void) | null {
  const { subscribers } = getFeed()
  const sameIp = [...subscribers].filter(({ ip }) => ip === subscriber.ip).length
  if (subscribers.size >= MAX_SUBSCRIBERS || sameIp >= MAX_PER_IP) return null
  subscribers.add(subscriber)
  startListening()
  sendFirstEvent(subscriber)
  return () => unsubscribe(subscriber)
}

function unsubscribe(subscriber: Subscriber) {
  getFeed().subscribers.delete(subscriber)
  scheduleStop()
}

/** Stops listening when nobody has watched and no page has been read for a while. */
function scheduleStop() {
  const state = getFeed()
  clearTimeout(state.idleTimer)
  state.idleTimer =
    state.subscribers.size > 0 ? undefined : setTimeout(stopListening, IDLE_STOP_MS).unref()
}

function stopListening() {
  const state = getFeed()
  clearTimeout(state.idleTimer)
  state.stop?.()
  state.stop = undefined
}

/** Ends every stream, so that a server that shuts down does not wait for them. */
export function closeFeed() {
  for (const subscriber of [...getFeed().subscribers]) {
    unsubscribe(subscriber)
    subscriber.close()
  }
  stopListening()
}

function startListening() {
  const state = getFeed()
  clearTimeout(state.idleTimer)
  if (state.stop) return
  const unlisten = listenTogether(handleNotice)
  const leaveLog = listenToLog()
  const timer = setInterval(sendHeartbeats, HEARTBEAT_MS)
  process.once("SIGTERM", closeFeed)
  process.once("SIGINT", closeFeed)
  state.stop = async () => {
    clearInterval(timer)
    leaveLog()
    process.off("SIGTERM", closeFeed)
    process.off("SIGINT", closeFeed)
    await unlisten()
  }
}

/** Receives the changes of the log, even when it restarts, until the returned function is called. */
function listenToLog(): () => void {
  const hub = getHub()
  let retryTimer: NodeJS.Timeout | undefined
  let hasLeft = false
  let mayHaveMissed = false
  const listener: Listener = {
    topics: new Set([CHANGE]),
    receive: sendChanges,
    beat: () => {},
    close: () => {
      hub.remove(listener)
      mayHaveMissed = true
      void join()
    },
  }
  const join = async () => {
    if (hasLeft) return
    try {
      await hub.start()
      if (hasLeft) return
      await hub.add(listener)
      if (mayHaveMissed) sendChange(null)
      mayHaveMissed = false
    } catch {
      retryTimer = setTimeout(join, RETRY_MS)
    }
  }
  void join()
  return () => {
    hasLeft = true
    clearTimeout(retryTimer)
    hub.remove(listener)
  }
}

/** A block without changes: pages show its number and are not read again. */
function handleNotice(notice: IndexNotice | null) {
  const state = getFeed()
  state.latest = {
    block: notice?.block ?? state.latest.block,
    head: notice?.head ?? state.latest.head,
  }
  if (!notice?.isQuiet) return
  const beat = formatEvent("beat", state.latest)
  for (const { send } of state.subscribers) send(beat)
}

function sendChanges(messages: readonly Message[]) {
  const { latest } = getFeed()
  for (const { text } of messages) {
    const { block, head } = parseLiveEvent(text)
    latest.block = maxOf(latest.block, block)
    latest.head = maxOf(latest.head, head)
  }
  const changes = messages.map(({ topics }) => readChange(topics))
  sendChange(changes.includes(null) ? null : changes.flatMap((topics) => topics ?? []))
}

/** A late read may be older than a notice. */
const maxOf = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** Null: anything may have changed. */
function sendChange(changed: readonly string[] | null) {
  const { subscribers, latest } = getFeed()
  const change = formatEvent("change", latest)
  const beat = formatEvent("beat", latest)
  for (const { topics, send } of subscribers) {
    if (concerns(changed, topics)) send(change)
    else if (topics === null) send(beat)
  }
}

const concerns = (changed: readonly string[] | null, topics: Subscriber["topics"]) =>
  changed === null || changed.some((topic) => matchesTopics(topics, topic))

const VERSION = /^(\d{1,15})(?:\.|$)/

/** Whether nothing that matters to the subscriber has changed since its page was read. */
async function isUpToDate({ since = "", topics }: Subscriber) {
  const [, position] = VERSION.exec(since) ?? []
  if (position === undefined) return false
  const changes = await findChanges(Number(position)).catch(() => null)
  return changes !== null && !changes.some((change) => concerns(readChange(change), topics))
}

async function sendHeartbeats() {
  const state = getFeed()
  if (state.subscribers.size === 0) return
  // A stream without beats is lost to its page, which then says how old its figures are.
  if (!(await updateLatest(state))) return
  const text = formatEvent("beat", state.latest)
  for (const { send } of state.subscribers) send(text)
}

async function sendFirstEvent(subscriber: Subscriber) {
  const state = getFeed()
  const [isCurrent, isRead] = await Promise.all([isUpToDate(subscriber), updateLatest(state)])
  if (!isRead || !state.subscribers.has(subscriber)) return
  subscriber.send(formatEvent(isCurrent ? "current" : "beat", state.latest))
}

/** Read from the table, so that a heartbeat is right even when a notification was lost; false if it cannot be read. */
async function updateLatest(state: FeedState): Promise<boolean> {
  try {
    const [cursor, nodeHead] = await Promise.all([
      db
        .selectFrom("index_cursor")
        .select(["indexed_block as block", "head_block as head"])
        .where("id", "=", 1)
        .executeTakeFirst(),
      readNodeHead(),
    ])
    if (!cursor) return true
    const { block, head } = cursor
    const isNodeAhead = nodeHead !== null && nodeHead > (head ?? 0)
    state.latest = { block, head: isNodeAhead ? nodeHead : head }
    return true
  } catch {
    return false
  }
}

/** The head of the node: a follower that has stopped stores no newer one. */
async function readNodeHead(): Promise<number | null> {
  try {
    const head = await getQuickClient()?.getBlockNumber({ cacheTime: HEARTBEAT_MS / 2 })
    return head === undefined ? null : Number(head)
  } catch {
    // The node is down: only the stored rows are available.
    return null
  }
}

const formatEvent = (name: "change" | "current" | "beat", data: LiveEvent) =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
