"use client"

import Link from "next/link"
import { useEffect, useState } from "react"
import { Notice } from "@/components/ui/notice"
import { type ApiAnswer, callApi } from "@/lib/api/client"
import { shortenAddress } from "@/lib/format"

type SimilarToken = ApiAnswer<"GET /api/internal/tokens/similar">["data"][number]

const TYPING_MS = 350
/** Limit of the endpoint; the factory accepts fewer bytes still. */
const MAX_CHARACTERS = 128
const NONE: readonly SimilarToken[] = []

/** Tokens with this name or symbol, in any case; requested when typing pauses. */
function useSimilarTokens({ symbol, name: typedName }: { symbol: string; name: string }) {
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

type Props = { symbol: string; name: string }

/** Existing tokens whose name or symbol equals the draft's or looks like it. */
export function SimilarTokens(draft: Props) {
  const { tokens, isLoading } = useSimilarTokens(draft)
  const typed = draft.symbol !== "" || draft.name.trim() !== ""
  return (
    <div aria-live="polite">
      {tokens.length > 0 ? (
        <Notice title="Similar tokens exist" tone="warning">
          <p>You can still launch, but buyers may confuse the tokens.</p>
          <ul>
            {tokens.map(({ address, symbol, name }) => (
              <li key={address}>
                <Link
                  className="text-link inline-flex min-h-11 items-center"
                  href={`/tokens/${address}`}
                  prefetch={false}
                  target="_blank"
                >
                  <bdi>{symbol}</bdi>&nbsp;· <bdi>{name}</bdi>&nbsp;({shortenAddress(address)})
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <p className="text-sm text-muted">
          {!typed
            ? "Symbol and name are checked against existing tokens as you type."
            : isLoading
              ? "Checking for similar tokens…"
              : "No similar tokens found."}
        </p>
      )}
    </div>
  )
}
