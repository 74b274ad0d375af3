"use client"

import { useRouter } from "next/navigation"
import { startTransition, useEffect } from "react"
import { LiveRefresh } from "@/components/live/live-refresh"

/** A transaction is waited for impatiently at first, and then with less hope. */
const EAGER_MS = 2_000
const PATIENT_MS = 15_000
const EAGER_TIMES = 60

/**
 * Keeps the page true. Once the transaction is in a block the live stream does it; before, the stream has
 * nothing to tell, and the page is read again now and then.
 */
export function Watch({ isSettled }: { isSettled: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (isSettled) return
    let times = 0
    let timer: ReturnType<typeof setTimeout>
    const again = () => {
      times++
      if (!document.hidden) startTransition(() => router.refresh())
      timer = setTimeout(again, times < EAGER_TIMES ? EAGER_MS : PATIENT_MS)
    }
    timer = setTimeout(again, EAGER_MS)
    return () => clearTimeout(timer)
  }, [isSettled, router])
  return <LiveRefresh />
}
