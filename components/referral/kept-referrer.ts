"use client"

import { useSyncExternalStore } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { readLastAddress } from "@/components/wallet/last-wallet"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"

const KEY = "atoll.referrer"
/** The parameter of a referral link, valid on any page. */
const PARAMETER = "ref"

const listeners = new Set<() => void>()

/** The wallet that a page's address names as its referrer, in lower case. */
export function findReferrer(search: string): string | null {
  const named = new URLSearchParams(search).get(PARAMETER)?.toLowerCase() ?? ""
  return LOWERCASE_ADDRESS_PATTERN.test(named) ? named : null
}

/**
 * Keeps the referrer of a referral link until the first claim. The first link wins, as on the chain: later links do
 * not replace the first referrer. A link to the visitor's own wallet is not kept.
 */
export function keepReferrer(search: string) {
  const named = findReferrer(search)
  const own = readLastAddress()
  if (!named || named === own) return
  const kept = readKeptReferrer()
  if (kept === null || kept === own) store(named)
}

/** The referrer of the first referral link that this browser has met; null without one. */
export function readKeptReferrer(): string | null {
  const kept = readLocalStorage(KEY)
  return kept && LOWERCASE_ADDRESS_PATTERN.test(kept) ? kept : null
}

/** After the claim that set the referrer, or when the visitor does not want one. */
export const forgetReferrer = () => store(null)

/** Null on the server and while the page hydrates. */
export const useKeptReferrer = (): string | null =>
  useSyncExternalStore(subscribe, readKeptReferrer, () => null)

function store(referrer: string | null) {
  writeLocalStorage(KEY, referrer)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", listener)
  }
}
