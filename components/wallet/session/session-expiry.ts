"use client"

import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { useNow } from "@/components/ui/use-now"

/** Storage key of the expiry times by wallet; written on every sign-in and sign-out. */
export const SESSION_ENDS_KEY = "atoll.session.until"

/** Lifetime of a wallet's session at the service. */
const LIFETIME_MS = 24 * 60 * 60_000

/** Time before the end at which the user is warned. */
const ENDING_MS = 15 * 60_000

const TICK_MS = 15_000

/** End of the wallet's session in Unix milliseconds; null if it did not sign in with this browser. */
export function findSessionEnd(wallet: string): number | null {
  return readSessionEnds()[wallet] ?? null
}

export function storeSessionEnd(wallet: string) {
  writeLocalStorage(
    SESSION_ENDS_KEY,
    JSON.stringify({ ...readSessionEnds(), [wallet]: Date.now() + LIFETIME_MS }),
  )
}

/** Null clears those of all wallets. */
export function clearSessionEnd(wallet: string | null) {
  const { [wallet ?? ""]: _, ...others } = readSessionEnds()
  writeLocalStorage(SESSION_ENDS_KEY, wallet === null ? null : JSON.stringify(others))
}

/** Time until the session ends; updates while mounted. */
export function useSessionTimeLeft(wallet: string | null) {
  const now = useNow(TICK_MS)
  const end = wallet === null ? null : findSessionEnd(wallet)
  const leftMs = end === null ? null : Math.max(0, end - now)
  return { leftMs, isEnding: leftMs !== null && leftMs < ENDING_MS }
}

function readSessionEnds(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(readLocalStorage(SESSION_ENDS_KEY) ?? "{}")
    if (typeof stored !== "object" || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, end]) => Number.isFinite(end)))
  } catch {
    return {}
  }
}
