"use client"

import { useRouter } from "next/navigation"
import { startTransition, useCallback, useEffect, useSyncExternalStore } from "react"
import { LiveConnection, type LiveState } from "@/lib/live/connection"

let shared: LiveConnection | undefined

/** One stream per browser tab, made when the first part of a page asks for it. */
function getConnection() {
  if (shared) return shared
  const made = new LiveConnection({
    open: (url) => new EventSource(url),
    isHidden: () => document.hidden,
    random: Math.random,
  })
  document.addEventListener("visibilitychange", () => made.handleVisibilityChange())
  shared = made
  return made
}

type Props = {
  /** Token addresses; without them every change counts. */
  topics?: readonly string[]
  /** What had been heard of before the page was read; without it the page is read again at once. */
  mark?: string
}

/** Has the server parts of the page rendered again when the index stores something about its tokens. */
export function LiveRefresh({ topics, mark }: Props) {
  const refresh = useRefresh()
  const key = topics ? [...topics].sort().join(",") : null
  useEffect(
    () =>
      getConnection().watch(key === null ? null : key.split(",").filter(Boolean), refresh, mark),
    [key, refresh, mark],
  )
  return null
}

/**
 * Has the server parts of the page rendered again. A refresh that finds no server would make the browser
 * leave the page: what is shown stays instead.
 */
export function useRefresh() {
  const router = useRouter()
  return useCallback(async () => {
    if (await isServerReachable()) startTransition(() => router.refresh())
  }, [router])
}

/** With a stream that is heard there is no need to ask. */
async function isServerReachable() {
  if (!navigator.onLine) return false
  if (getConnection().state.status === "live") return true
  return fetch("/icon.svg", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  )
}

const CONNECTING: LiveState = { status: "connecting", block: null, head: null, heardAt: null }

/** How the stream is doing, for a sign in the page: status, blocks, and when it was last heard. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => getConnection().observe(listener),
    () => getConnection().state,
    () => CONNECTING,
  )
}
