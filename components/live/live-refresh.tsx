"use client"

import { useRouter } from "next/navigation"
import { useCallback, useEffect, useSyncExternalStore, useTransition } from "react"
import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { LiveConnection, type LiveState } from "@/lib/live/connection"

let shared: LiveConnection | undefined

/** One stream per browser tab, opened on first use. */
function getConnection() {
  if (shared) return shared
  const created = new LiveConnection({
    open: (url) => new EventSource(url),
    isHidden: () => document.hidden,
    random: Math.random,
  })
  document.addEventListener("visibilitychange", () => created.handleVisibilityChange())
  shared = created
  return created
}

type Props = {
  /** Token addresses; without them, all changes. */
  topics?: readonly string[]
  /** Position in the stream when the page was rendered; without it the page is refreshed at once. */
  version?: string
}

/** Refreshes the server components when the index stores something about the topics. */
export function LiveRefresh({ topics, version }: Props) {
  const refresh = useRefresh()
  const key = topics ? [...topics].sort().join(",") : null
  useEffect(
    () =>
      getConnection().watch(key === null ? null : key.split(",").filter(Boolean), refresh, version),
    [key, refresh, version],
  )
  return null
}

/** Keeps the stream open for a page that reads its data itself: `useLiveState` reports new blocks to it. */
export function LiveBlocks({ topics }: { topics: readonly string[] }) {
  const key = [...topics].sort().join(",")
  useEffect(() => getConnection().watch(key.split(",").filter(Boolean), ignoreChange), [key])
  return null
}

const ignoreChange = () => {}

/** Refreshes the server components as soon as the server can; until then the page stays as it is. */
export function useRefresh() {
  const router = useRouter()
  const [isPending, startRefresh] = useTransition()
  useEffect(() => (isPending ? noteRefresh() : undefined), [isPending])
  return useCallback(() => startRefresh(() => router.refresh()), [router])
}

/** A refresh that takes longer waits for a server that cannot answer it. */
const SLOW_REFRESH_MS = 3_000

const slowRefreshes = createStore<{ count: number }>()(() => ({ count: 0 }))

/** Counts the refresh as slow while it takes too long; the answer says that it has ended. */
function noteRefresh() {
  let isSlow = false
  const add = (change: number) => slowRefreshes.setState(({ count }) => ({ count: count + change }))
  const timer = setTimeout(() => {
    isSlow = true
    add(1)
  }, SLOW_REFRESH_MS)
  return () => {
    clearTimeout(timer)
    if (isSlow) add(-1)
  }
}

/** Whether the page's data could not be read again for some seconds. */
export const useIsRefreshSlow = () => useStore(slowRefreshes, ({ count }) => count > 0)

const CONNECTING: LiveState = { status: "connecting", block: null, head: null, heardAt: null }

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => getConnection().observe(listener),
    () => getConnection().state,
    () => CONNECTING,
  )
}
