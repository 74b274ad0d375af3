import { kept } from "@/lib/api/kept"
import { quickClient } from "@/lib/chain/client"
import { db } from "@/lib/db"
import { BEAT_MS, type LiveEvent } from "./event"
import { listen } from "./listener"
import type { IndexNotice } from "./schema"
import { concerns } from "./topics"

const MAX_SUBSCRIBERS = 2_000
const MAX_PER_IP = 30

export type Subscriber = {
  ip: string
  /** What changes matter; null: all of the chain. */
  topics: ReadonlySet<string> | null
  send: (text: string) => void
  close: () => void
}

type Feed = {
  subscribers: Set<Subscriber>
  latest: LiveEvent
  /** Ends the connection and the heart beat; present while there are subscribers. */
  stop: (() => Promise<void>) | undefined
}

/** One per process, however often the route's module is loaded. */
const feed = () =>
  kept<Feed>("live", () => ({
    subscribers: new Set(),
    latest: { block: null, head: null },
    stop: undefined,
  }))

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
  const state = feed()
  state.subscribers.delete(subscriber)
  if (state.subscribers.size > 0) return
  const { stop } = state
  state.stop = undefined
  stop?.()
}

/** Ends every stream, so that a server that shuts down does not wait for them. */
export function closeFeed() {
  for (const subscriber of [...feed().subscribers]) {
    unsubscribe(subscriber)
    subscriber.close()
  }
}

function start() {
  const state = feed()
  if (state.stop) return
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
  const change = event("change", state.latest)
  const beat = event("beat", state.latest)
  for (const { topics, send } of state.subscribers) {
    const isConcerned = !tokens || tokens.some((token) => concerns(topics, token))
    if (isConcerned) send(change)
    // A block without anything of ours: the page shows its number and is not read again.
    else if (tokens.length === 0) send(beat)
  }
}

async function beat() {
  const state = feed()
  await readLatest(state)
  const text = event("beat", state.latest)
  for (const { send } of state.subscribers) send(text)
}

async function greet(subscriber: Subscriber) {
  const state = feed()
  await readLatest(state)
  if (state.subscribers.has(subscriber)) subscriber.send(event("beat", state.latest))
}

/** Read from the table, so that a beat is true even when a notification was lost. */
async function readLatest(state: Feed) {
  try {
    const [{ rows }, seen] = await Promise.all([
      db().pool.query<LiveEvent>(
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

const event = (name: "change" | "beat", data: LiveEvent) =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
