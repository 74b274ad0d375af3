"use client"

import { useCallback, useMemo, useSyncExternalStore } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { useWalletState } from "@/components/wallet/store"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"

/** `muted`: folded to a line that can be opened. `blocked`: out of sight. */
export type MuteMode = "muted" | "blocked"

export type MutedWallets = Readonly<Record<string, MuteMode>>

const NO_WALLETS: MutedWallets = {}

const storageKey = (owner: string | null) => `atoll.reef.silenced.${owner ?? "guest"}`

const listeners = new Set<() => void>()
/** The same object as long as the same is kept. */
const parsedByKey = new Map<string, { text: string; silenced: MutedWallets }>()

/** Whom this browser's wallet does not want to read; kept in the browser, known to nobody else. */
export function useMutedWallets() {
  const { address } = useWalletState()
  const key = storageKey(address)
  const silenced = useSyncExternalStore(
    subscribe,
    () => readMutedWallets(key),
    () => NO_WALLETS,
  )
  const silence = useCallback(
    (wallet: string, how: MuteMode | null) => {
      const { [wallet]: _, ...others } = readMutedWallets(key)
      writeLocalStorage(key, JSON.stringify(how ? { ...others, [wallet]: how } : others))
      for (const listener of [...listeners]) listener()
    },
    [key],
  )
  return useMemo(() => ({ silenced, silence }), [silenced, silence])
}

function readMutedWallets(key: string): MutedWallets {
  const text = readLocalStorage(key) ?? "{}"
  const kept = parsedByKey.get(key)
  if (kept?.text === text) return kept.silenced
  const silenced = parseMutedWallets(text)
  parsedByKey.set(key, { text, silenced })
  return silenced
}

/** What is kept, without whatever is not ours. */
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
  // Another tab's choice counts here as well.
  window.addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", listener)
  }
}
