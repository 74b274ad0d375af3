"use client"

import { useEffect, useRef } from "react"
import { LiveRefresh, useRefresh } from "@/components/live/live-refresh"
import { callApi } from "@/lib/api/client"
import type { TransactionStatus } from "@/lib/transactions/schema"

/** Refreshed often at first, then less: most transactions are confirmed within seconds. */
const FIRST_INTERVAL_MS = 2_000
const LATER_INTERVAL_MS = 15_000
const FIRST_REFRESHES = 60

type Props = {
  hash: string
  /** Null if the node does not know it or is unreachable. */
  status: TransactionStatus | null
  confirmations: number
  /** Position in the live stream when the page was rendered. */
  version: string
}

/**
 * Keeps the page up to date. The live stream covers transactions of tokens only, so until the transaction is final the
 * page is also refreshed at intervals.
 */
export function AutoRefresh({ hash, status, confirmations, version }: Props) {
  const refresh = useRefresh()
  useSyncRequest(hash, status === "mined", refresh)
  const isFinal = (status === "indexed" || status === "failed") && confirmations > 1
  useEffect(() => {
    if (isFinal) return
    let times = 0
    let timer: ReturnType<typeof setTimeout>
    const refreshAgain = () => {
      times++
      if (!document.hidden) refresh()
      timer = setTimeout(
        refreshAgain,
        times < FIRST_REFRESHES ? FIRST_INTERVAL_MS : LATER_INTERVAL_MS,
      )
    }
    timer = setTimeout(refreshAgain, FIRST_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [isFinal, refresh])
  return <LiveRefresh version={version} />
}

/** Asks the service to index a mined transaction now instead of with its block. */
function useSyncRequest(hash: string, isMined: boolean, refresh: () => void) {
  const reported = useRef<string | null>(null)
  useEffect(() => {
    if (!isMined || reported.current === hash) return
    reported.current = hash
    callApi("POST /api/v1/sync", { body: { txHash: hash } }).then(refresh, () => {
      // The page is refreshed anyway.
    })
  }, [hash, isMined, refresh])
}
