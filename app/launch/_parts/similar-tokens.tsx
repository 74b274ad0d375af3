"use client"

import Link from "next/link"
import { Notice } from "@/components/ui/notice"
import { shortenAddress } from "@/lib/format"
import { useSimilarTokens } from "./use-similar-tokens"

type Props = { symbol: string; name: string }

/** Existing tokens with the name or symbol of the draft, or one that looks like it. */
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
