"use client"

import { useEffect, useSyncExternalStore } from "react"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import type { Health } from "@/lib/health/schema"
import { useIsRefreshSlow, useLiveState } from "./live-refresh"

/** The index is late if it stays more than this many blocks behind: a burst of blocks is indexed within moments. */
const LATE_BLOCKS = 3
const LATE_AFTER_MS = 3_000

/** Pages without a live stream poll the health route. */
const FIRST_POLL_MS = 1_500
const POLL_INTERVAL_MS = 30_000
/** Pause while the index is behind, and after a failed poll, then doubled with each failure. */
const RETRY_MS = 2_000

export type IndexFreshness = {
  /** `late`: the index lags behind the chain. `lost`: its position cannot be read. */
  state: "unknown" | "fresh" | "late" | "lost"
  block: number | null
  /** In blocks. */
  lag: number
  /** When the data was last fresh; null while it is, or if it never was. */
  since: Date | null
}

/** `at`: when it was read, in Unix milliseconds. */
type IndexPosition = { block: number | null; head: number | null; at: number }
type PolledPosition = IndexPosition & { hasFailed: boolean }

const polled = createStore<PolledPosition>()(() => ({
  block: null,
  head: null,
  at: 0,
  hasFailed: false,
}))
let pollerCount = 0
let failedPolls = 0
let lastFresh: Date | null = null
let behindSince: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** How current the index is: from the live stream, else by polling. */
export function useIndexFreshness(): IndexFreshness {
  const { status, block, head, heardAt } = useLiveState()
  const hasStream = status === "live" || status === "polling"
  const lastPoll = useStore(polled)
  const isOffline = useSyncExternalStore(
    subscribeToNetwork,
    () => !navigator.onLine,
    () => false,
  )
  const streamed = { block, head, at: heardAt ?? 0 }
  const isPollNewer = lastPoll.block !== null && (block === null || streamed.at < lastPoll.at)
  const position = isPollNewer ? lastPoll : streamed
  const isBehind = countLag(position) > LATE_BLOCKS
  // The stream reports changes of its topics only, so it may report late that the index has caught up.
  useEffect(() => (hasStream && !isBehind ? undefined : startPolling()), [hasStream, isBehind])
  const isRefreshSlow = useIsRefreshSlow()
  const isLost =
    isOffline || isRefreshSlow || status === "polling" || (!hasStream && lastPoll.hasFailed)
  return toFreshness(position, isLost)
}

function toFreshness(position: IndexPosition, isLost: boolean): IndexFreshness {
  const { block } = position
  const lag = countLag(position)
  const now = Date.now()
  behindSince = lag > LATE_BLOCKS ? (behindSince ?? now) : null
  const isLate = behindSince !== null && now - behindSince >= LATE_AFTER_MS
  const state = isLost ? "lost" : block === null ? "unknown" : isLate ? "late" : "fresh"
  if (state === "fresh" && behindSince === null) lastFresh = new Date(now)
  return { state, block, lag, since: state === "late" || state === "lost" ? lastFresh : null }
}

function countLag({ block, head }: IndexPosition) {
  return block === null || head === null ? 0 : Math.max(0, head - block)
}

/** One poll serves all components. Returns a function that stops it. */
function startPolling() {
  pollerCount += 1
  if (pollerCount === 1) schedulePoll(FIRST_POLL_MS)
  return () => {
    pollerCount -= 1
    if (pollerCount === 0) clearTimeout(timer)
  }
}

function schedulePoll(pauseMs: number) {
  clearTimeout(timer)
  timer = setTimeout(poll, pauseMs)
}

async function poll() {
  if (!document.hidden) {
    const position = await fetchPosition()
    failedPolls = position.hasFailed || position.block === null ? failedPolls + 1 : 0
    polled.setState(position)
  }
  if (pollerCount > 0) schedulePoll(nextPauseMs())
}

function nextPauseMs() {
  if (failedPolls > 0) return Math.min(RETRY_MS * 2 ** (failedPolls - 1), POLL_INTERVAL_MS)
  return countLag(polled.getState()) > LATE_BLOCKS ? RETRY_MS : POLL_INTERVAL_MS
}

async function fetchPosition(): Promise<PolledPosition> {
  try {
    // A 503 has the same body.
    const response = await fetch("/api/health", { cache: "no-store" })
    const { checks }: Partial<Health> = await response.json()
    const { indexedBlock = null, head = null } = checks?.index ?? {}
    return { block: indexedBlock, head, at: Date.now(), hasFailed: false }
  } catch {
    return { ...polled.getState(), hasFailed: true }
  }
}

function subscribeToNetwork(listener: () => void) {
  addEventListener("online", listener)
  addEventListener("offline", listener)
  return () => {
    removeEventListener("online", listener)
    removeEventListener("offline", listener)
  }
}
