"use client"

import { useCallback, useEffect, useState } from "react"
import { recall, remember } from "@/components/wallet/memory"

/** A text kept in this browser while it is being written. */
export function useKeptText(name: string, initial = "") {
  const key = `atoll.reef.text.${name}`
  const [text, show] = useState(initial)
  // After the first look, which is the server's.
  useEffect(() => {
    const kept = recall(key)
    if (kept) show(kept)
  }, [key])
  const setText = useCallback(
    (next: string) => {
      show(next)
      remember(key, next.trim() && next !== initial ? next : null)
    },
    [key, initial],
  )
  const forget = useCallback(() => {
    remember(key, null)
    show(initial)
  }, [key, initial])
  return { text, setText, forget }
}
