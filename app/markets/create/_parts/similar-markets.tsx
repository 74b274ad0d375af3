"use client"

import Link from "next/link"
import { useEffect, useState } from "react"
import { Notice } from "@/components/ui/notice"
import { type ApiAnswer, callApi } from "@/lib/api/client"
import { statusLabels } from "@/lib/markets/labels"

type SimilarMarket = ApiAnswer<"GET /api/internal/markets/similar">["data"][number]

const TYPING_MS = 400
const MIN_LETTERS = 8
/** Longest question that the route accepts. */
const MAX_LETTERS = 200
const NONE: readonly SimilarMarket[] = []

/** Markets with a similar question. */
export function SimilarMarkets({ question }: { question: string }) {
  const markets = useSimilarMarkets(question.trim())
  return (
    <div aria-live="polite">
      {markets.length > 0 && (
        <Notice title="Similar markets exist">
          <p>Check that yours is not a duplicate.</p>
          <ul>
            {markets.map(({ address, name, status }) => (
              <li key={address}>
                <Link
                  className="text-link inline-flex min-h-11 items-center wrap-anywhere"
                  href={`/markets/${address}`}
                  prefetch={false}
                  target="_blank"
                >
                  <span>
                    <bdi>{name}</bdi> ({statusLabels[status].name})
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

/** Fetched when the typing pauses. */
function useSimilarMarkets(question: string): readonly SimilarMarket[] {
  const [answer, setAnswer] = useState({ question: "", markets: NONE })
  const isLong = question.length >= MIN_LETTERS
  useEffect(() => {
    if (!isLong) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      // A failed request is repeated with the next letter.
      const markets = await fetchSimilarMarkets(question, abort.signal).catch(() => null)
      if (markets && !abort.signal.aborted) setAnswer({ question, markets })
    }, TYPING_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [question, isLong])
  // The last answer stays until the next one.
  return isLong ? answer.markets : NONE
}

async function fetchSimilarMarkets(question: string, signal: AbortSignal) {
  const query = { question: [...question].slice(0, MAX_LETTERS).join("") }
  return (await callApi("GET /api/internal/markets/similar", { query }, { signal })).data
}
