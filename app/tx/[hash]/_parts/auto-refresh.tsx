"use client"

import { useEffect, useRef } from "react"
import { LiveRefresh, useRefresh } from "@/components/live/live-refresh"
import type { TransactionStatus } from "@/lib/transactions/schema"

/** A transaction is waited for impatiently at first, and then with less hope. */
const FIRST_INTERVAL_MS = 2_000
const LATER_INTERVAL_MS = 15_000
const FIRST_REFRESHES = 60

type Props = {
  hash: string
  /** Null while the node does not know it, or is away. */
  status: TransactionStatus | null
  confirmations: number
  /** What had been heard of when the page was read. */
  mark: string
}

/**
 * Keeps the page true. The live stream tells what the index stores about tokens; of a transaction that is
 * about none of them it tells nothing, so until it stands the page is read again now and then.
 */
export function AutoRefresh({ hash, status, confirmations, mark }: Props) {
  const refresh = useRefresh()
  useSyncRequest(hash, status === "mined", refresh)
  const isSettled = (status === "indexed" || status === "failed") && confirmations > 1
  useEffect(() => {
    if (isSettled) return
    let times = 0
    let timer: ReturnType<typeof setTimeout>
    const again = () => {
      times++
      if (!document.hidden) void refresh()
      timer = setTimeout(again, times < FIRST_REFRESHES ? FIRST_INTERVAL_MS : LATER_INTERVAL_MS)
    }
    timer = setTimeout(again, FIRST_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [isSettled, refresh])
  return <LiveRefresh mark={mark} />
}

/** Has a mined transaction indexed at once, however far the follower is: it comes by in the end, too. */
function useSyncRequest(hash: string, isWaiting: boolean, refresh: () => Promise<void>) {
  const reported = useRef<string | null>(null)
  useEffect(() => {
    if (!isWaiting || reported.current === hash) return
    reported.current = hash
    fetch("/api/v1/sync", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ txHash: hash }),
    }).then(refresh, () => {
      // The page is being read again anyway.
    })
  }, [hash, isWaiting, refresh])
}
