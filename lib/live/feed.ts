import { processSingleton } from "@/lib/async/process-singleton"
import { getQuickClient } from "@/lib/chain/client"
import { db } from "@/lib/db/client"
import { readChange } from "@/lib/stream-log/change"
import { CHANGE, HEARTBEAT_MS } from "@/lib/stream-log/constants"
import type { IndexNotice } from "@/lib/stream-log/notice"
import { matchesTopics } from "@/lib/stream-log/page-topics"
import { getHub, type Listener } from "@/lib/streams/hub"
import type { Message } from "@/lib/streams/messages"
import { findChanges } from "@/lib/streams/read"
import { signals } from "@/lib/telemetry/signals"
import { type LiveEvent, parseLiveEvent } from "./event"

const MAX_SUBSCRIBERS = 2_000
const MAX_PER_IP = 30

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
  /** Receives the log from the hub; undefined while nobody subscribes. */
  listener: Listener | undefined
}

/** One per process: routes and pages are bundled apart. */
const getFeed = () =>
  processSingleton<FeedState>("live", () => ({
    subscribers: new Set(),
    latest: { block: null, head: null },
    listener: undefined,
  }))

/**
 * The current version of the data: a cursor of the streams' log, the same for all processes; empty until the log has
 * been read. A page takes it before it reads anything, and its stream reports whether anything has changed since.
 */
export function getFeedVersion(): string {
  const hub = getHub()
  // A page without a version is read again when its stream begins.
  hub.start().catch(() => {})
  return `${hub.position ?? ""}`
}

/** Adds a subscriber and returns a function that removes it; null when there are too many. */
export function subscribe(subscriber: Subscriber): (() => void) | null {
  const state = getFeed()
  const sameIp = [...state.subscribers].filter(({ ip }) => ip === subscriber.ip).length
  if (state.subscribers.size >= MAX_SUBSCRIBERS || sameIp >= MAX_PER_IP) return null
  state.subscribers.add(subscriber)
  signals.emit("stream", "page", 1)
  state.listener ??= joinHub()
  void sendFirstEvent(subscriber)
  return () => unsubscribe(subscriber)
}

function unsubscribe(subscriber: Subscriber) {
  const state = getFeed()
  if (state.subscribers.delete(subscriber)) signals.emit("stream", "page", -1)
  if (state.subscribers.size > 0 || !state.listener) return
  getHub().remove(state.listener)
  state.listener = undefined
}

function joinHub(): Listener {
  const listener: Listener = {
    topics: new Set([CHANGE]),
    receive: sendChanges,
    beat: sendHeartbeats,
    notice: handleNotice,
    restart: () => sendChange(null),
    close: () => {
      for (const subscriber of [...getFeed().subscribers]) subscriber.close()
    },
  }
  // While the database is down the hub tries again, and sends what it reads then.
  getHub()
    .add(listener)
    .catch(() => {})
  return listener
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
  try {
    // Afterwards every change is received.
    await getHub().start()
  } catch {
    // The first heartbeat comes when the database answers.
    return
  }
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
