"use client"

import { useCallback, useEffect, useState } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { trimText } from "@/lib/readable-text"

/** Text of a field, stored in this browser under `key` until `forget` or until it is `initial` again. */
export function useStoredText(key: string, initial = "") {
  const [text, show] = useState(initial)
  // In an effect, so that the first render equals the server's.
  useEffect(() => {
    const stored = readLocalStorage(key)
    if (stored) show(stored)
  }, [key])
  const setText = useCallback(
    (next: string) => {
      show(next)
      writeLocalStorage(key, trimText(next) && next !== initial ? next : null)
    },
    [key, initial],
  )
  const forget = useCallback(() => {
    writeLocalStorage(key, null)
    show(initial)
  }, [key, initial])
  return { text, setText, forget }
}
