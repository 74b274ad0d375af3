"use client"

import { useCallback, useEffect, useState } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"

/** What is being written about a project, kept in this browser until it is sent or cleared. */
export function useCommentDraft(address: string) {
  const key = `atoll.comment.${address}`
  const [text, setText] = useState("")
  // After the first look, which is the server's.
  useEffect(() => setText(readLocalStorage(key) ?? ""), [key])
  const change = useCallback(
    (next: string) => {
      setText(next)
      writeLocalStorage(key, next || null)
    },
    [key],
  )
  return [text, change] as const
}
