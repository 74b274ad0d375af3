import { useEffect, useState } from "react"

/**
 * The server's time, moved on at the start of every bucket. `serverNow` corrects a browser clock that
 * is wrong. Stands still when `intervalMs` is null.
 */
export function useBucketClock(serverNow: number, intervalMs: number | null): number {
  const [now, setNow] = useState(serverNow)

  useEffect(() => {
    setNow(serverNow)
    if (intervalMs === null) return
    const ahead = Date.now() - serverNow
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = intervalMs - ((Date.now() - ahead) % intervalMs)
      timer = setTimeout(() => {
        setNow(Date.now() - ahead)
        wait()
      }, left + EDGE_MS)
    }
    wait()
    return () => clearTimeout(timer)
  }, [serverNow, intervalMs])

  return now
}

/** Timers may fire a little early; a bucket must have begun when its bar is drawn. */
const EDGE_MS = 25
