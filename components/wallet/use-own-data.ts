"use client"

import { useEffect, useRef, useState } from "react"
import { useWalletView } from "./store"

/** Reads for a busy page are at least this far apart. */
const GAP_MS = 3_000

/**
 * What a page data route tells of the connected wallet, read anew when `stamp` is another one; null while
 * there is none, no wallet or no answer yet. What could not be read again stays as it was: such parts are
 * an addition to the page.
 */
export function useOwnData<T>(path: string, stamp: string | null): T | null {
  const { address: wallet } = useWalletView()
  const [known, setKnown] = useState<{ url: string; data: T } | null>(null)
  const lastRead = useRef({ url: "", at: 0 })
  const url = wallet && stamp !== null ? `${path}?wallet=${wallet}` : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: another stamp means that the answer changed
  useEffect(() => {
    if (!url) return
    const abort = new AbortController()
    const { current: last } = lastRead
    const wait = last.url === url ? Math.max(0, last.at + GAP_MS - Date.now()) : 0
    const timer = setTimeout(async () => {
      lastRead.current = { url, at: Date.now() }
      const data = await ask<T>(url, abort.signal)
      if (data) setKnown({ url, data })
    }, wait)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [url, stamp])

  return known && known.url === url ? known.data : null
}

async function ask<T>(url: string, signal: AbortSignal): Promise<T | null> {
  try {
    const response = await fetch(url, { signal })
    if (!response.ok) return null
    const data: T = await response.json()
    return data
  } catch {
    return null
  }
}
