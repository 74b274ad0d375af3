"use client"

import { useCallback, useMemo, useSyncExternalStore } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { useWalletState } from "@/components/wallet/store"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"

/** `muted`: collapsed to one line. `blocked`: not shown. */
export type MuteMode = "muted" | "blocked"

export type MutedWallets = Readonly<Record<string, MuteMode>>

const NO_WALLETS: MutedWallets = {}

const storageKey = (owner: string | null) => `atoll.reef.silenced.${owner ?? "guest"}`

const listeners = new Set<() => void>()
/** The same object as long as the same is kept. */
const parsedByKey = new Map<string, { text: string; mutedWallets: MutedWallets }>()

/** Wallets the user has muted or blocked; stored in this browser only. */
export function useMutedWallets() {
  const { address } = useWalletState()
  const key = storageKey(address)
  const mutedWallets = useSyncExternalStore(
    subscribe,
    () => readMutedWallets(key),
    () => NO_WALLETS,
  )
  const setMuteMode = useCallback(
    (wallet: string, how: MuteMode | null) => {
      const { [wallet]: _, ...others } = readMutedWallets(key)
      writeLocalStorage(key, JSON.stringify(how ? { ...others, [wallet]: how } : others))
      for (const listener of [...listeners]) listener()
    },
    [key],
  )
  return useMemo(() => ({ mutedWallets, setMuteMode }), [mutedWallets, setMuteMode])
}

function readMutedWallets(key: string): MutedWallets {
  const text = readLocalStorage(key) ?? "{}"
  const kept = parsedByKey.get(key)
  if (kept?.text === text) return kept.mutedWallets
  const mutedWallets = parseMutedWallets(text)
  parsedByKey.set(key, { text, mutedWallets })
  return mutedWallets
}

/** Parses the stored JSON and ignores entries of another form. */
export function parseMutedWallets(text: string): MutedWallets {
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== "object" || kept === null) return NO_WALLETS
    return Object.fromEntries(
      Object.entries(kept).flatMap(([wallet, how]): [string, MuteMode][] =>
        LOWERCASE_ADDRESS_PATTERN.test(wallet) && (how === "muted" || how === "blocked")
          ? [[wallet, how]]
          : [],
      ),
    )
  } catch {
    return NO_WALLETS
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Follows changes in other tabs.
  window.addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", listener)
  }
}
