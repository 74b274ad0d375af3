"use client"

import { useEffect, useState } from "react"
import { recall, remember } from "./memory"

/** Where it is kept; written on every sign-in and sign-out. */
export const SESSION_TIMES = "atoll.session.until"

/** The service ends a wallet's session this long after its sign-in. */
const LIFETIME_MS = 24 * 60 * 60_000

/** From here on it is worth a warning. */
const ENDING_MS = 15 * 60_000

const TICK_MS = 15_000

/** When the session of a wallet ends, in Unix milliseconds; null when it did not begin in this browser. */
export function endOfSession(wallet: string): number | null {
  return read()[wallet] ?? null
}

export function beganSession(wallet: string) {
  remember(SESSION_TIMES, JSON.stringify({ ...read(), [wallet]: Date.now() + LIFETIME_MS }))
}

/** Null forgets all. */
export function endedSession(wallet: string | null) {
  const { [wallet ?? ""]: _, ...others } = read()
  remember(SESSION_TIMES, wallet === null ? null : JSON.stringify(others))
}

/** How long a wallet stays signed in, kept current. */
export function useTimeLeft(wallet: string | null) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const end = wallet === null ? null : endOfSession(wallet)
  const leftMs = end === null ? null : Math.max(0, end - now)
  return { leftMs, isEnding: leftMs !== null && leftMs < ENDING_MS }
}

function read(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(recall(SESSION_TIMES) ?? "{}")
    if (typeof kept !== "object" || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, end]) => Number.isFinite(end)))
  } catch {
    return {}
  }
}
