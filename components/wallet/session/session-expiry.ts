"use client"

import { useEffect, useState } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"

/** Where it is kept; written on every sign-in and sign-out. */
export const SESSION_ENDS_KEY = "atoll.session.until"

/** The service ends a wallet's session this long after its sign-in. */
const LIFETIME_MS = 24 * 60 * 60_000

/** From here on it is worth a warning. */
const ENDING_MS = 15 * 60_000

const TICK_MS = 15_000

/** When the session of a wallet ends, in Unix milliseconds; null when it did not begin in this browser. */
export function findSessionEnd(wallet: string): number | null {
  return readSessionEnds()[wallet] ?? null
}

export function storeSessionEnd(wallet: string) {
  writeLocalStorage(
    SESSION_ENDS_KEY,
    JSON.stringify({ ...readSessionEnds(), [wallet]: Date.now() + LIFETIME_MS }),
  )
}

/** Null forgets all. */
export function clearSessionEnd(wallet: string | null) {
  const { [wallet ?? ""]: _, ...others } = readSessionEnds()
  writeLocalStorage(SESSION_ENDS_KEY, wallet === null ? null : JSON.stringify(others))
}

/** How long a wallet stays signed in, kept current. */
export function useSessionTimeLeft(wallet: string | null) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const end = wallet === null ? null : findSessionEnd(wallet)
  const leftMs = end === null ? null : Math.max(0, end - now)
  return { leftMs, isEnding: leftMs !== null && leftMs < ENDING_MS }
}

function readSessionEnds(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(readLocalStorage(SESSION_ENDS_KEY) ?? "{}")
    if (typeof kept !== "object" || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, end]) => Number.isFinite(end)))
  } catch {
    return {}
  }
}
