"use client"

import { useEffect, useState } from "react"
import { callApi } from "@/lib/api/client"
import type { SearchAnswer } from "@/lib/search/schema"

/** Typing waits this long for the next letter before it searches. */
const DEBOUNCE_MS = 120

/** Number of answers that are cached while the palette is open. */
const MAX_CACHED = 40

type SearchState = {
  /** The newest answer, which may be of an earlier text while `isLoading`. */
  answer: SearchAnswer | null
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
}

/** Searches while typing; a newer text aborts the request of an older one. */
export function useSearch(text: string): SearchState {
  const [cache] = useState(() => new Map<string, SearchAnswer>())
  const [answer, setAnswer] = useState<SearchAnswer | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const query = text.trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks the same again
  useEffect(() => {
    setFailed(null)
    if (query === "") return setAnswer(null)
    const cached = cache.get(query)
    if (cached) return setAnswer(cached)
    const stop = new AbortController()
    const timer = setTimeout(() => {
      fetchSearch(query, stop.signal).then(
        (results) => {
          if (cache.size >= MAX_CACHED) cache.clear()
          cache.set(query, results)
          setAnswer(results)
        },
        () => stop.signal.aborted || setFailed(query),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query, cache, tries])

  const hasFailed = failed === query
  const isLoading = query !== "" && !hasFailed && answer?.query !== query
  return { answer, isLoading, hasFailed, retry: () => setTries((count) => count + 1) }
}

export const fetchSearch = (text: string, signal?: AbortSignal): Promise<SearchAnswer> =>
  callApi("GET /api/internal/search", { query: { q: text } }, signal && { signal })
