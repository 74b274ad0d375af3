import { randomUUID } from "node:crypto"
import { kept } from "@/lib/api/kept"
import { quickClient } from "@/lib/chain/client"
import { pool } from "@/lib/db/client"
import { BEAT_MS, type LiveEvent } from "./event"
import { listen } from "./listener"
import { countOf, markOf } from "./mark"
import type { IndexNotice } from "./schema"
import { concerns } from "./topics"

const MAX_SUBSCRIBERS = 2_000
const MAX_PER_IP = 30

/** Changes that are remembered, so that a stream can tell whether a page has missed one. */
const MAX_REMEMBERED = 200

/** Without anybody who watches, the index is listened to for so long: pages are being read. */
const LINGER_MS = 5 * 60_000

export type Subscriber = {
  ip: string
  /** What changes matter; null: all of the chain. */
  topics: ReadonlySet<string> | null
  /** The mark of the page that is shown, when it has one. */
  since?: string | undefined
  send: (text: string) => void
  close: () => void
}

type Feed = {
  subscribers: Set<Subscriber>
  latest: LiveEvent
  /** Ends the connection and the heart beat; present while the index is listened to. */
  stop: (() => Promise<void>) | undefined
  linger: NodeJS.Timeout | undefined
  /** Names this time of listening: nothing is known of what happened before it. */
  id: string
  /** Changes heard in it, and what the latest of them were about; null: anything. */
  count: number
  changes: (readonly string[] | null)[]
}

/** One per process, however often the route's module is loaded. */
const feed = () =>
  kept<Feed>("live", () => ({
    subscribers: new Set(),
    latest: { block: null, head: null },
    stop: undefined,
    linger: undefined,
    id: "",
    count: 0,
    changes: [],
  }))

/**
 * What has been heard of by now: a page takes it down before it reads anything, and its stream says whether
 * something has changed since. What was committed before a change was heard is in what is read after it.
 */
export function currentMark(): string {
  start()
  rest()
  const { id, count } = feed()
  return markOf(id, count)
}

/** Adds a subscriber and answers the way to remove it; null when there are too many already. */
export function subscribe(subscriber: Subscriber): (() => void) | null {
  const { subscribers } = feed()
  const sameIp = [...subscribers].filter(({ ip }) => ip === subscriber.ip).length
  if (subscribers.size >= MAX_SUBSCRIBERS || sameIp >= MAX_PER_IP) return null
  subscribers.add(subscriber)
  start()
  greet(subscriber)
  return () => unsubscribe(subscriber)
}

function unsubscribe(subscriber: Subscriber) {
  feed().subscribers.delete(subscriber)
  rest()
}

/** Ends listening when nobody has watched and no page has been read for a while. */
function rest() {
  const state = feed()
  clearTimeout(state.linger)
  state.linger = state.subscribers.size > 0 ? undefined : setTimeout(stop, LINGER_MS).unref()
}

function stop() {
  const state = feed()
  clearTimeout(state.linger)
  state.stop?.()
  state.stop = undefined
}

/** Ends every stream, so that a server that shuts down does not wait for them. */
export function closeFeed() {
  for (const subscriber of [...feed().subscribers]) {
    unsubscribe(subscriber)
    subscriber.close()
  }
  stop()
}

function start() {
  const state = feed()
  clearTimeout(state.linger)
  if (state.stop) return
  Object.assign(state, { id: randomUUID(), count: 0, changes: [] })
  const unlisten = listen({ heard })
  const timer = setInterval(beat, BEAT_MS)
  process.once("SIGTERM", closeFeed)
  process.once("SIGINT", closeFeed)
  state.stop = async () => {
    clearInterval(timer)
    process.off("SIGTERM", closeFeed)
    process.off("SIGINT", closeFeed)
    await unlisten()
  }
}

function heard(notice: IndexNotice | null) {
  const state = feed()
  state.latest = {
    block: notice?.block ?? state.latest.block,
    head: notice?.head ?? state.latest.head,
  }
  const tokens = notice?.tokens
  if (tokens?.length !== 0) remember(tokens ?? null)
  const change = event("change", state.latest)
  const beat = event("beat", state.latest)
  for (const { topics, send } of state.subscribers) {
    const isConcerned = !tokens || tokens.some((token) => concerns(topics, token))
    if (isConcerned) send(change)
    // A block without anything of ours: the page shows its number and is not read again.
    else if (tokens.length === 0) send(beat)
  }
}

function remember(tokens: readonly string[] | null) {
  const state = feed()
  state.count += 1
  state.changes = [...state.changes, tokens].slice(-MAX_REMEMBERED)
}

/** Whether nothing of what matters to the subscriber has changed since its page was read. */
function isCurrent({ since = "", topics }: Subscriber) {
  const { id, count, changes } = feed()
  const known = countOf(since, id)
  if (known === null || known > count || count - known > changes.length) return false
  return changes
    .slice(changes.length - (count - known))
    .every((tokens) => tokens !== null && !tokens.some((token) => concerns(topics, token)))
}

async function beat() {
  const state = feed()
  if (state.subscribers.size === 0) return
  await readLatest(state)
  const text = event("beat", state.latest)
  for (const { send } of state.subscribers) send(text)
}

async function greet(subscriber: Subscriber) {
  const state = feed()
  await readLatest(state)
  if (!state.subscribers.has(subscriber)) return
  subscriber.send(event(isCurrent(subscriber) ? "current" : "beat", state.latest))
}

/** Read from the table, so that a beat is true even when a notification was lost. */
async function readLatest(state: Feed) {
  try {
    const [{ rows }, seen] = await Promise.all([
      pool().query<LiveEvent>(
        "select indexed_block as block, head_block as head from index_cursor where id = 1",
      ),
      seenHead(),
    ])
    if (!rows[0]) return
    const { block, head } = rows[0]
    state.latest = { block, head: seen !== null && seen > (head ?? 0) ? seen : head }
  } catch {
    // The database is away: the last known position is still what was last true.
  }
}

/** The node's own head: a follower that has stopped writes down no newer one. */
async function seenHead(): Promise<number | null> {
  try {
    const head = await quickClient()?.getBlockNumber({ cacheTime: BEAT_MS / 2 })
    return head === undefined ? null : Number(head)
  } catch {
    // The node is away: what was stored of it is all there is.
    return null
  }
}

const event = (name: "change" | "current" | "beat", data: LiveEvent) =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
