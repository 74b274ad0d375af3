"use client"

import { useCallback, useMemo, useSyncExternalStore } from "react"
import { recall, remember } from "@/components/wallet/memory"
import { useWalletView } from "@/components/wallet/store"

/** `muted`: folded to a line that can be opened. `blocked`: out of sight. */
export type Silence = "muted" | "blocked"

export type Silenced = Readonly<Record<string, Silence>>

const NOBODY: Silenced = {}
const WALLET = /^0x[0-9a-f]{40}$/

const keyOf = (owner: string | null) => `atoll.reef.silenced.${owner ?? "guest"}`

const listeners = new Set<() => void>()
/** The same object as long as the same is kept. */
const read = new Map<string, { text: string; silenced: Silenced }>()

/** Whom this browser's wallet does not want to read; kept in the browser, known to nobody else. */
export function useSilenced() {
  const { address } = useWalletView()
  const key = keyOf(address)
  const silenced = useSyncExternalStore(
    subscribe,
    () => find(key),
    () => NOBODY,
  )
  const silence = useCallback(
    (wallet: string, how: Silence | null) => {
      const { [wallet]: _, ...others } = find(key)
      remember(key, JSON.stringify(how ? { ...others, [wallet]: how } : others))
      for (const listener of [...listeners]) listener()
    },
    [key],
  )
  return useMemo(() => ({ silenced, silence }), [silenced, silence])
}

function find(key: string): Silenced {
  const text = recall(key) ?? "{}"
  const kept = read.get(key)
  if (kept?.text === text) return kept.silenced
  const silenced = readSilenced(text)
  read.set(key, { text, silenced })
  return silenced
}

/** What is kept, without whatever is not ours. */
export function readSilenced(text: string): Silenced {
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== "object" || kept === null) return NOBODY
    return Object.fromEntries(
      Object.entries(kept).flatMap(([wallet, how]): [string, Silence][] =>
        WALLET.test(wallet) && (how === "muted" || how === "blocked") ? [[wallet, how]] : [],
      ),
    )
  } catch {
    return NOBODY
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
