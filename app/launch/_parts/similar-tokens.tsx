"use client"

import Link from "next/link"
import { Notice } from "@/components/ui/notice"
import { shortenAddress } from "@/lib/format"
import { useSimilarTokens } from "./use-similar-tokens"

type Props = { symbol: string; name: string }

/** Tokens that are already called like the draft. It is allowed, but buyers will mix them up. */
export function SimilarTokens(draft: Props) {
  const { namesakes, isLoading } = useSimilarTokens(draft)
  const typed = draft.symbol !== "" || draft.name.trim() !== ""
  return (
    <div aria-live="polite">
      {namesakes.length > 0 ? (
        <Notice title="This name, or one that looks like it, is already in use" tone="warning">
          <p>You may still launch, but buyers will easily mix the tokens up.</p>
          <ul>
            {namesakes.map(({ address, symbol, name }) => (
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
            ? "As you type, symbol and name are compared with the tokens that exist."
            : isLoading
              ? "Looking for tokens of that name…"
              : "No other token is called so or looks like it."}
        </p>
      )}
    </div>
  )
}
