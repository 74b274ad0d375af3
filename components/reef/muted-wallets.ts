"use client"

import { useCallback, useMemo, useSyncExternalStore } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { useWalletState } from "@/components/wallet/store"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"

/** `muted`: collapsed to one line. `blocked`: not shown. */
export type MuteMode = "muted" | "blocked"

type MutedWallets = Readonly<Record<string, MuteMode>>

const NO_WALLETS: MutedWallets = {}

const storageKey = (owner: string | null) => `atoll.reef.silenced.${owner ?? "guest"}`

/** Wallets the user has muted or blocked; stored in this browser only. */
export function useMutedWallets() {
  const { address } = useWalletState()
  const key = storageKey(address)
  const stored = useSyncExternalStore(
    subscribe,
    () => readLocalStorage(key) ?? "{}",
    () => "{}",
  )
  const mutedWallets = useMemo(() => parseMutedWallets(stored), [stored])
  const setMuteMode = useCallback(
    (wallet: string, how: MuteMode | null) => {
      const { [wallet]: _, ...others } = parseMutedWallets(readLocalStorage(key) ?? "{}")
      writeLocalStorage(key, JSON.stringify(how ? { ...others, [wallet]: how } : others))
      // The browser notifies other tabs only.
      dispatchEvent(new StorageEvent("storage", { key }))
    },
    [key],
  )
  return { mutedWallets, setMuteMode }
}

/** Parses the stored JSON and ignores entries of another form. */
export function parseMutedWallets(text: string): MutedWallets {
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== "object" || stored === null) return NO_WALLETS
    return Object.fromEntries(
      Object.entries(stored).flatMap(([wallet, how]): [string, MuteMode][] =>
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
  addEventListener("storage", listener)
  return () => removeEventListener("storage", listener)
}
