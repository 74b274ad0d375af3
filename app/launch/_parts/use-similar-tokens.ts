"use client"

import { useEffect, useState } from "react"
import { type ApiAnswer, callApi } from "@/lib/api/client"

export type SimilarToken = ApiAnswer<"GET /api/internal/tokens/similar">["data"][number]

const TYPING_MS = 350
/** Limit of the endpoint; the factory accepts fewer bytes still. */
const MAX_CHARACTERS = 128
const NONE: readonly SimilarToken[] = []

/** Tokens with this name or symbol, in any case; requested when typing pauses. */
export function useSimilarTokens({ symbol, name: typedName }: { symbol: string; name: string }) {
  const [answer, setAnswer] = useState({ symbol: "", name: "", tokens: NONE })
  const name = typedName.trim()
  const isBlank = symbol === "" && name === ""
  const isTooLong = [symbol, name].some((text) => [...text].length > MAX_CHARACTERS)
  useEffect(() => {
    if (isBlank || isTooLong) return
    const abort = new AbortController()
    const { signal } = abort
    const timer = setTimeout(() => {
      callApi("GET /api/internal/tokens/similar", { query: { symbol, name } }, { signal }).then(
        ({ data }) => setAnswer({ symbol, name, tokens: data }),
        // Without an answer nothing is shown; the next letter asks again.
        () => {},
      )
    }, TYPING_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [symbol, name, isBlank, isTooLong])
  const isCurrent = answer.symbol === symbol && answer.name === name
  return {
    tokens: isCurrent && !isBlank ? answer.tokens : NONE,
    isLoading: !isCurrent && !isBlank && !isTooLong,
  }
}
