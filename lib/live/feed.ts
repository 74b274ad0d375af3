import { randomUUID } from "node:crypto"
import { processSingleton } from "@/lib/api/process-singleton"
import { getQuickClient } from "@/lib/chain/client"
import { db } from "@/lib/db/client"
import { HEARTBEAT_MS, type LiveEvent } from "./event"
import { formatFeedVersion, parseFeedVersion } from "./feed-version"
import type { IndexNotice } from "./schema"
import { listenTogether } from "./shared-listener"
import { matchesTopics } from "./topics"

const MAX_SUBSCRIBERS = 2_000
const MAX_PER_IP = 30

/** Changes kept to tell a new stream whether its page has missed one. */
const MAX_STORED_CHANGES = 200

/** The listener stays this long after the last subscriber or page: pages being loaded need it. */
const IDLE_STOP_MS = 5 * 60_000

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
  /** Ends the connection and the heartbeat; undefined while nothing listens. */
  stop: (() => Promise<void>) | undefined
  idleTimer: NodeJS.Timeout | undefined
  /** Identifies this run of the listener: changes before it are unknown. */
  id: string
  /** Number of changes in this run, and the topics of the latest ones; null: any topic. */
  changeCount: number
  changes: (readonly string[] | null)[]
}

/** One per process: routes and pages are bundled apart. */
const getFeed = () =>
  processSingleton<FeedState>("live", () => ({
    subscribers: new Set(),
    latest: { block: null, head: null },
    stop: undefined,
    idleTimer: undefined,
    id: "",
    changeCount: 0,
    changes: [],
  }))

/**
 * The version of the data now. A page takes it before it reads anything, and its stream tells whether something has
 * changed since. Everything committed before a notification arrives is visible to reads after it.
 */
export function getFeedVersion(): string {
  startListening()
  scheduleStop()
  const { id, changeCount } = getFeed()
  return formatFeedVersion(id, changeCount)
}

/** Adds a subscriber and answers the way to remove it; null when there are too many already. */
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

/** Ends listening when nobody has watched and no page has been read for a while. */
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
  Object.assign(state, { id: randomUUID(), count: 0, changes: [] })
  const unlisten = listenTogether(handleNotice)
  const timer = setInterval(sendHeartbeats, HEARTBEAT_MS)
  process.once("SIGTERM", closeFeed)
  process.once("SIGINT", closeFeed)
  state.stop = async () => {
    clearInterval(timer)
    process.off("SIGTERM", closeFeed)
    process.off("SIGINT", closeFeed)
    await unlisten()
  }
}

function handleNotice(notice: IndexNotice | null) {
  const state = getFeed()
  state.latest = {
    block: notice?.block ?? state.latest.block,
    head: notice?.head ?? state.latest.head,
  }
  const tokens = notice?.tokens
  if (tokens?.length !== 0) storeChange(tokens ?? null)
  const change = formatEvent("change", state.latest)
  const beat = formatEvent("beat", state.latest)
  for (const { topics, send } of state.subscribers) {
    const isConcerned = !tokens || tokens.some((token) => matchesTopics(topics, token))
    if (isConcerned) send(change)
    // A block without anything for it: the page shows its number and is not read again.
    else if (tokens.length === 0 || topics === null) send(beat)
  }
}

function storeChange(tokens: readonly string[] | null) {
  const state = getFeed()
  state.changeCount += 1
  state.changes = [...state.changes, tokens].slice(-MAX_STORED_CHANGES)
}

/** Whether nothing of what matters to the subscriber has changed since its page was read. */
function isUpToDate({ since = "", topics }: Subscriber) {
  const { id, changeCount, changes } = getFeed()
  const known = parseFeedVersion(since, id)
  if (known === null || known > changeCount || changeCount - known > changes.length) return false
  return changes
    .slice(changes.length - (changeCount - known))
    .every((tokens) => tokens !== null && !tokens.some((token) => matchesTopics(topics, token)))
}

async function sendHeartbeats() {
  const state = getFeed()
  if (state.subscribers.size === 0) return
  await updateLatest(state)
  const text = formatEvent("beat", state.latest)
  for (const { send } of state.subscribers) send(text)
}

async function sendFirstEvent(subscriber: Subscriber) {
  const state = getFeed()
  await updateLatest(state)
  if (!state.subscribers.has(subscriber)) return
  subscriber.send(formatEvent(isUpToDate(subscriber) ? "current" : "beat", state.latest))
}

/** Read from the table, so that a heartbeat is right even when a notification was lost. */
async function updateLatest(state: FeedState) {
  try {
    const [cursor, nodeHead] = await Promise.all([
      db
        .selectFrom("index_cursor")
        .select(["indexed_block as block", "head_block as head"])
        .where("id", "=", 1)
        .executeTakeFirst(),
      readNodeHead(),
    ])
    if (!cursor) return
    const { block, head } = cursor
    const isNodeAhead = nodeHead !== null && nodeHead > (head ?? 0)
    state.latest = { block, head: isNodeAhead ? nodeHead : head }
  } catch {
    // The database does not answer: the last known blocks stay.
  }
}

/** The head of the node: a follower that has stopped stores no newer one. */
async function readNodeHead(): Promise<number | null> {
  try {
    const head = await getQuickClient()?.getBlockNumber({ cacheTime: HEARTBEAT_MS / 2 })
    return head === undefined ? null : Number(head)
  } catch {
    // The node is away: what was stored of it is all there is.
    return null
  }
}

const formatEvent = (name: "change" | "current" | "beat", data: LiveEvent) =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
