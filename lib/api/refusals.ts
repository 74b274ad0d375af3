import { setTimeout as wait } from "node:timers/promises"
import { z } from "zod"
import { processSingleton } from "@/lib/async/process-singleton"
import { signals } from "@/lib/telemetry/signals"
import { openStore, readLimitStore } from "./shared-limiter"

/**
 * How often each limit refused, by UTC hour, for the operator. Processes that share a Redis add up there; without one
 * each knows its own. Refusals cost no request anything, and the last second of a process that ends is lost.
 */

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const KEPT_SECONDS = 2 * DAY_HOURS * 3_600
/** Under an attack Redis hears of many refusals at once. */
const PAUSE_MS = 1_000

/** By hour and policy: what the store has not got. */
type Unsent = { counts: Map<string, number>; isSending: boolean }

const getUnsent = () =>
  processSingleton("refusals", (): Unsent => ({ counts: new Map(), isSending: false }))

const currentHour = () => Math.floor(Date.now() / HOUR_MS)

const keyOf = (day: number) => `atoll:refused:${day}`

const hourOf = (name: string) => Number.parseInt(name, 10)

/** Counts what limits refuse from now on. */
export function countRefusals(): void {
  processSingleton("refusal-subscription", () => {
    const unsent = getUnsent()
    signals.on("limit", (policy, isAllowed) => {
      if (!isAllowed) note(unsent, policy)
    })
    return true
  })
}

function note(unsent: Unsent, policy: string) {
  const { counts } = unsent
  const hour = currentHour()
  const name = `${hour}:${policy}`
  if (!counts.has(name)) {
    for (const each of counts.keys()) if (hourOf(each) <= hour - DAY_HOURS) counts.delete(each)
  }
  add(counts, name, 1)
  if (!unsent.isSending && readLimitStore().store === "redis") send(unsent)
}

const add = (counts: Map<string, number>, name: string, count: number) =>
  counts.set(name, (counts.get(name) ?? 0) + count)

/** Until the store has all of them. While it is away they wait. */
async function send(unsent: Unsent) {
  unsent.isSending = true
  while (unsent.counts.size > 0) {
    await wait(PAUSE_MS, undefined, { ref: false })
    if (readLimitStore().ok) await sendOnce(unsent.counts).catch(() => {})
  }
  unsent.isSending = false
}

async function sendOnce(counts: Map<string, number>) {
  const store = await openStore()
  for (const [name, count] of [...counts]) {
    const key = keyOf(Math.floor(hourOf(name) / DAY_HOURS))
    await store.zincrby(key, count, name)
    const rest = (counts.get(name) ?? 0) - count
    if (rest > 0) counts.set(name, rest)
    else counts.delete(name)
    await store.expire(key, KEPT_SECONDS)
  }
}

/** Names, each before its count. */
const stored = z.array(z.union([z.string(), z.number()]))

/** Refusals by policy, in this hour and in the last 24 of which it is one. */
export async function readRefusals() {
  const counts = new Map(getUnsent().counts)
  const hour = currentHour()
  for (const [name, count] of await readStored(hour)) add(counts, name, count)
  const [inHour, inDay] = [new Map<string, number>(), new Map<string, number>()]
  for (const [name, count] of counts) {
    const policy = name.slice(name.indexOf(":") + 1)
    if (hourOf(name) === hour) add(inHour, policy, count)
    if (hourOf(name) > hour - DAY_HOURS) add(inDay, policy, count)
  }
  return { inHour, inDay }
}

async function readStored(hour: number): Promise<[string, number][]> {
  const { ok, store: kind } = readLimitStore()
  if (kind === "process" || !ok) return []
  const today = Math.floor(hour / DAY_HOURS)
  try {
    const store = await openStore()
    const sets = await Promise.all(
      [today - 1, today].map((day) => store.zrange(keyOf(day), 0, -1, { withScores: true })),
    )
    return sets.flatMap((set) =>
      stored
        .parse(set)
        .flatMap((name, at, all) => (at % 2 === 0 ? [[`${name}`, Number(all[at + 1])]] : [])),
    )
  } catch {
    return []
  }
}
