"use client"

import { useEffect, useState } from "react"

export type Namesake = { address: string; symbol: string; name: string }

const TYPING_MS = 350
/** What the question may hold; the factory takes fewer bytes still. */
const MAX_CHARACTERS = 128
const NONE: readonly Namesake[] = []

/** Tokens called exactly like this, in any case of letters; asked when the typing pauses. */
export function useNamesakes({ symbol, name }: { symbol: string; name: string }) {
  const [answer, setAnswer] = useState({ query: "", namesakes: NONE })
  const query = new URLSearchParams({ symbol, name: name.trim() }).toString()
  const isBlank = symbol === "" && name.trim() === ""
  // No token can be called so.
  const isTooLong = [symbol, name.trim()].some((text) => [...text].length > MAX_CHARACTERS)
  useEffect(() => {
    if (isBlank || isTooLong) return
    const gone = new AbortController()
    const timer = setTimeout(async () => {
      // Without an answer nothing is claimed; the next letter asks again.
      const found = await ask(query, gone.signal).catch(() => null)
      if (found && !gone.signal.aborted) setAnswer({ query, namesakes: found })
    }, TYPING_MS)
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [query, isBlank, isTooLong])
  const isCurrent = answer.query === query
  return {
    namesakes: isCurrent && !isBlank ? answer.namesakes : NONE,
    isAsking: !isCurrent && !isBlank && !isTooLong,
  }
}

async function ask(query: string, signal: AbortSignal): Promise<Namesake[] | null> {
  const response = await fetch(`/launch/data?${query}`, { signal })
  if (!response.ok) return null
  const { data }: { data: Namesake[] } = await response.json()
  return data
}
