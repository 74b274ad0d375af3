"use client"

import { useEffect, useState } from "react"

export type SimilarToken = { address: string; symbol: string; name: string }

const TYPING_MS = 350
/** What the question may hold; the factory takes fewer bytes still. */
const MAX_CHARACTERS = 128
const NONE: readonly SimilarToken[] = []

/** Tokens called exactly like this, in any case of letters; asked when the typing pauses. */
export function useSimilarTokens({ symbol, name }: { symbol: string; name: string }) {
  const [answer, setAnswer] = useState({ query: "", tokens: NONE })
  const query = new URLSearchParams({ symbol, name: name.trim() }).toString()
  const isBlank = symbol === "" && name.trim() === ""
  // No token can be called so.
  const isTooLong = [symbol, name.trim()].some((text) => [...text].length > MAX_CHARACTERS)
  useEffect(() => {
    if (isBlank || isTooLong) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // Without an answer nothing is claimed; the next letter asks again.
      const found = await fetchSimilarTokens(query, abort.signal).catch(() => null)
      if (found && !abort.signal.aborted) setAnswer({ query, tokens: found })
    }, TYPING_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [query, isBlank, isTooLong])
  const isCurrent = answer.query === query
  return {
    namesakes: isCurrent && !isBlank ? answer.tokens : NONE,
    isLoading: !isCurrent && !isBlank && !isTooLong,
  }
}

async function fetchSimilarTokens(
  query: string,
  signal: AbortSignal,
): Promise<SimilarToken[] | null> {
  const response = await fetch(`/launch/data?${query}`, { signal })
  if (!response.ok) return null
  const { data }: { data: SimilarToken[] } = await response.json()
  return data
}
