"use client"

import { useEffect, useSyncExternalStore } from "react"
import { useLiveState } from "./live-refresh"

/** From here on the index counts as late. */
const LATE_BLOCKS = 3

/** Pages that watch nothing have no stream; they ask now and then instead. */
const ASK_AFTER_MS = 1_500
const ASK_EVERY_MS = 30_000
/** An answer that does not say where the index is, or none, is asked for again after this, then twice as long. */
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

type Position = { block: number | null; head: number | null; hasFailed: boolean }

const NOWHERE: Position = { block: null, head: null, hasFailed: false }
let asked = NOWHERE
let askers = 0
let inVain = 0
let lastFresh: Date | null = null
let next: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** How far the index has read: from the stream of a live page, else asked for. */
export function useFreshness(): Freshness {
  const { status, block, head } = useLiveState()
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
  useEffect(() => (hasStream ? undefined : keepAsking()), [hasStream])
  const position = block === null ? answer : { block, head, hasFailed: false }
  const isLost = isOffline || status === "polling" || (!hasStream && answer.hasFailed)
  return judge(position, isLost)
}

function judge({ block, head }: Position, isLost: boolean): Freshness {
  const lag = block === null || head === null ? 0 : Math.max(0, head - block)
  const state = isLost ? "lost" : block === null ? "unknown" : lag > LATE_BLOCKS ? "late" : "fresh"
  if (state === "fresh") lastFresh = new Date()
  return { state, block, lag, since: state === "late" || state === "lost" ? lastFresh : null }
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
  if (askers === 0) return
  askAfter(inVain === 0 ? ASK_EVERY_MS : Math.min(ASK_AGAIN_MS * 2 ** (inVain - 1), ASK_EVERY_MS))
}

async function read(): Promise<Position> {
  try {
    // 503 comes with the same body.
    const response = await fetch("/api/health", { cache: "no-store" })
    return { ...positionOf(await response.json()), hasFailed: false }
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
