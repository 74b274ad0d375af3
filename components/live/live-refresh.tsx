"use client"

import { useRouter } from "next/navigation"
import { startTransition, useCallback, useEffect, useSyncExternalStore } from "react"
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

/** Keeps the stream open for a page that reads its data itself: `useLiveState` tells it of new blocks. */
export function LiveBlocks({ topics }: { topics: readonly string[] }) {
  const key = [...topics].sort().join(",")
  useEffect(() => getConnection().watch(key.split(",").filter(Boolean), ignoreChange), [key])
  return null
}

const ignoreChange = () => {}

/** Refreshes the server components, as soon as the server is reachable. */
export function useRefresh() {
  const router = useRouter()
  return useCallback(() => startTransition(() => router.refresh()), [router])
}

const CONNECTING: LiveState = { status: "connecting", block: null, head: null, heardAt: null }

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => getConnection().observe(listener),
    () => getConnection().state,
    () => CONNECTING,
  )
}
