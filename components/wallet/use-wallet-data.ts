"use client"

import { useEffect, useRef, useState } from "react"
import { ThrottledReader } from "@/components/browser/throttled-reader"
import { useWalletState } from "./store"
import { type StoredTransaction, useTransactions } from "./transactions/store"

/**
 * What a page data route tells of the connected wallet, read anew when `stamp` is another one and when a
 * transaction of the wallet has reached the index; null while there is none, no wallet or no answer yet.
 * Until it could be read again it stays as it was: such parts are an addition to the page.
 */
export function useWalletData<T>(path: string, stamp: string | null): T | null {
  const { address: wallet } = useWalletState()
  const ended = findLastEnd(useTransactions(), wallet)
  const [known, setKnown] = useState<{ url: string; data: T } | null>(null)
  const reading = useRef<ThrottledReader<T> | null>(null)
  const url = wallet && stamp !== null ? `${path}?wallet=${wallet}` : null

  useEffect(() => {
    if (!url) return
    const made = new ThrottledReader<T>({
      read: (signal) => fetchData<T>(url, signal),
      onRead: (data) => setKnown({ url, data }),
    })
    reading.current = made
    return () => {
      made.stop()
      reading.current = null
    }
  }, [url])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one of them means that the answer changed
  useEffect(() => {
    reading.current?.refresh()
  }, [url, stamp, ended])

  return known && known.url === url ? known.data : null
}

/** When the service was told of the wallet's newest transaction, in milliseconds; zero before the first. */
export function findLastEnd(entries: readonly StoredTransaction[], wallet: string | null): number {
  return entries.reduce(
    (last, { from, endedAt }) => (from === wallet ? Math.max(last, endedAt ?? 0) : last),
    0,
  )
}

async function fetchData<T>(url: string, signal: AbortSignal): Promise<T | null> {
  const response = await fetch(url, { signal })
  if (response.ok) {
    const data: T = await response.json()
    return data
  }
  if (response.status === 429 || response.status >= 500) throw new Error("It may pass")
  return null
}
