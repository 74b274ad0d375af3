"use client"

import { useCallback, useEffect, useState } from "react"
import { callQuietly, type Refusal } from "@/components/reef/desk"

/** What the service says to a moderator; null until it is known. `ask` asks again. */
export function useRead<T>(path: string, read: (json: unknown) => T) {
  const [found, setFound] = useState<T | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const ask = useCallback(async () => {
    const said = await callQuietly(path)
    if (!said) return
    setRefusal(said.refusal)
    if (!said.refusal) setFound(read(said.json))
  }, [path, read])
  useEffect(() => void ask(), [ask])
  return { found, refusal, ask }
}
