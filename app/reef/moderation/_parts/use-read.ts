"use client"

import { useCallback, useEffect, useState } from "react"
import { type CallFailure, callIfSignedIn } from "@/components/reef/session-gate"

/** What the service says to a moderator; null until it is known. `ask` asks again. */
export function useModeratorQuery<T>(path: string, read: (json: unknown) => T) {
  const [found, setFound] = useState<T | null>(null)
  const [refusal, setRefusal] = useState<CallFailure | null>(null)
  const ask = useCallback(async () => {
    const said = await callIfSignedIn(path)
    if (!said) return
    setRefusal(said.refusal)
    if (!said.refusal) setFound(read(said.json))
  }, [path, read])
  useEffect(() => void ask(), [ask])
  return { found, refusal, ask }
}
