"use client"

import { useCallback, useEffect, useState } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"

/** A text kept in this browser while it is being written. */
export function useStoredText(name: string, initial = "") {
  const key = `atoll.reef.text.${name}`
  const [text, show] = useState(initial)
  // After the first look, which is the server's.
  useEffect(() => {
    const kept = readLocalStorage(key)
    if (kept) show(kept)
  }, [key])
  const setText = useCallback(
    (next: string) => {
      show(next)
      writeLocalStorage(key, next.trim() && next !== initial ? next : null)
    },
    [key, initial],
  )
  const forget = useCallback(() => {
    writeLocalStorage(key, null)
    show(initial)
  }, [key, initial])
  return { text, setText, forget }
}
