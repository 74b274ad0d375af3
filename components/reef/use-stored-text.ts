"use client"

import { useCallback, useEffect, useState } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"

/** Text stored in this browser until it is sent. */
export function useStoredText(name: string, initial = "") {
  const key = `atoll.reef.text.${name}`
  const [text, show] = useState(initial)
  // In an effect, so that the first render equals the server's.
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
