"use client"

import { useEffect, useRef, useState } from "react"
import { ThrottledReader } from "@/components/browser/throttled-reader"
import { ApiClientError } from "@/lib/api/client"
import { useWalletState } from "./store"
import { useTransactions } from "./transactions/store"
import type { StoredTransaction } from "./transactions/stored-transaction"

type WalletDataOptions<T> = {
  /** The subject of the data, such as a token's address. */
  subject: string
  /** Changes whenever the data may have changed; null: nothing is loaded. */
  version: string | null
  load: (wallet: string, signal: AbortSignal) => Promise<T>
}

/**
 * Data of an internal route about the connected wallet; reloaded when `version` changes and when a transaction of the
 * wallet is indexed. Null without a wallet, with `version` null, and until the first answer. Keeps the last data while
 * the service does not answer.
 */
export function useWalletData<T>({ subject, version, load }: WalletDataOptions<T>): T | null {
  const { address: wallet } = useWalletState()
  const lastEnd = findLastEnd(useTransactions(), wallet)
  const [loaded, setLoaded] = useState<{ key: string; data: T } | null>(null)
  const reader = useRef<ThrottledReader<T> | null>(null)
  const latestLoad = useRef(load)
  const key = wallet && version !== null ? `${subject} ${wallet}` : null

  useEffect(() => {
    latestLoad.current = load
  })

  useEffect(() => {
    if (!key || !wallet) return
    const created = new ThrottledReader<T>({
      read: (signal) => latestLoad.current(wallet, signal).catch(ignoreRejection),
      onRead: (data) => setLoaded({ key, data }),
    })
    reader.current = created
    return () => {
      created.stop()
      reader.current = null
    }
  }, [key, wallet])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of them means that the data has changed
  useEffect(() => {
    reader.current?.refresh()
  }, [key, version, lastEnd])

  return loaded && loaded.key === key ? loaded.data : null
}

/** Unix milliseconds at which a transaction of the wallet ended last; 0 before the first. */
export function findLastEnd(
  transactions: readonly StoredTransaction[],
  wallet: string | null,
): number {
  return transactions.reduce(
    (last, { from, endedAt }) => (from === wallet ? Math.max(last, endedAt ?? 0) : last),
    0,
  )
}

/** Null for an error that a retry would not change; throws others again, so that the reader retries. */
function ignoreRejection(error: unknown): null {
  const isFinal =
    error instanceof ApiClientError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 429
  if (isFinal) return null
  throw error
}
