"use client"

import { useEffect, useSyncExternalStore } from "react"
import { useLiveState } from "./live-refresh"

/** From here on the index is behind; it counts as late when it stays so, for a burst of blocks is read in a moment. */
const LATE_BLOCKS = 3
const LATE_AFTER_MS = 3_000

/** Pages that watch nothing have no stream; they ask now and then instead. */
const ASK_AFTER_MS = 1_500
const ASK_EVERY_MS = 30_000
/**
 * While the index is behind it is asked for again after this; an answer that does not say where it is, or none,
 * after this, then twice as long.
 */
const ASK_AGAIN_MS = 2_000

export type Freshness = {
  /** `late`: the index lags behind the chain. `lost`: nothing is heard of it. */
  state: "unknown" | "fresh" | "late" | "lost"
  block: number | null
  /** Blocks the index is behind. */
  lag: number
  /** When what is shown was last known to be fresh; null while it is, or before it ever was. */
  since: Date | null
}

/** `at`: when it was told, in milliseconds of the clock. */
type Position = { block: number | null; head: number | null; at: number }
type Answer = Position & { hasFailed: boolean }

const NOWHERE: Answer = { block: null, head: null, at: 0, hasFailed: false }
let asked = NOWHERE
let askers = 0
let inVain = 0
let lastFresh: Date | null = null
let behindSince: number | null = null
let next: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** How far the index has read: from the stream of a live page, else asked for. */
export function useFreshness(): Freshness {
  const { status, block, head, heardAt } = useLiveState()
  const hasStream = status === "live" || status === "polling"
  const answer = useSyncExternalStore(
    listen,
    () => asked,
    () => NOWHERE,
  )
  const isOffline = useSyncExternalStore(
    listenToNetwork,
    () => !navigator.onLine,
    () => false,
  )
  const heard = { block, head, at: heardAt ?? 0 }
  const isAnswerNewer = answer.block !== null && (block === null || heard.at < answer.at)
  const position = isAnswerNewer ? answer : heard
  const isBehind = lagOf(position) > LATE_BLOCKS
  // A stream tells of what concerns its page: that the index has caught up may come late.
  useEffect(() => (hasStream && !isBehind ? undefined : keepAsking()), [hasStream, isBehind])
  const isLost = isOffline || status === "polling" || (!hasStream && answer.hasFailed)
  return judge(position, isLost)
}

function judge(position: Position, isLost: boolean): Freshness {
  const { block } = position
  const lag = lagOf(position)
  const now = Date.now()
  behindSince = lag > LATE_BLOCKS ? (behindSince ?? now) : null
  const isLate = behindSince !== null && now - behindSince >= LATE_AFTER_MS
  const state = isLost ? "lost" : block === null ? "unknown" : isLate ? "late" : "fresh"
  if (state === "fresh" && behindSince === null) lastFresh = new Date(now)
  return { state, block, lag, since: state === "late" || state === "lost" ? lastFresh : null }
}

function lagOf({ block, head }: Position) {
  return block === null || head === null ? 0 : Math.max(0, head - block)
}

/** One question for all parts of the page that want the answer. */
function keepAsking() {
  askers += 1
  if (askers === 1) askAfter(ASK_AFTER_MS)
  return () => {
    askers -= 1
    if (askers === 0) clearTimeout(next)
  }
}

function askAfter(pauseMs: number) {
  clearTimeout(next)
  next = setTimeout(ask, pauseMs)
}

async function ask() {
  if (!document.hidden) {
    asked = await read()
    inVain = asked.hasFailed || asked.block === null ? inVain + 1 : 0
    for (const listener of listeners) listener()
  }
  if (askers > 0) askAfter(pause())
}

function pause() {
  if (inVain > 0) return Math.min(ASK_AGAIN_MS * 2 ** (inVain - 1), ASK_EVERY_MS)
  return lagOf(asked) > LATE_BLOCKS ? ASK_AGAIN_MS : ASK_EVERY_MS
}

async function read(): Promise<Answer> {
  try {
    // 503 comes with the same body.
    const response = await fetch("/api/health", { cache: "no-store" })
    return { ...positionOf(await response.json()), at: Date.now(), hasFailed: false }
  } catch {
    return { ...asked, hasFailed: true }
  }
}

/** Read by hand: a schema library would be the heaviest part of the page. */
function positionOf(health: unknown) {
  const index = property(property(health, "checks"), "index")
  return { block: count(property(index, "indexedBlock")), head: count(property(index, "head")) }
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
}

function count(value: unknown) {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function listenToNetwork(listener: () => void) {
  addEventListener("online", listener)
  addEventListener("offline", listener)
  return () => {
    removeEventListener("online", listener)
    removeEventListener("offline", listener)
  }
}
