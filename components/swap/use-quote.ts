"use client"

import { useState } from "react"
import type { Address } from "viem"
import { EMPTY, type Entry, type Solved, solveEntry } from "./entry"
import { worsenedBy } from "./judgement"
import type { Market } from "./market"
import { type Preview, previewTrade, type Side } from "./preview"
import { useRouterQuote } from "./use-market"

type Options = {
  token: Address
  side: Side
  market: Market
  owner: Address | undefined
  entry: Entry
  onEntry: (entry: Entry) => void
  /** Basis points by which a quote may get worse before it has to be looked at again. */
  tolerance: bigint
}

export type Seen = { amountIn: bigint; amountOut: bigint }

/** What an entry in a ticket would do; remembers what a person has been shown for it. */
export function useQuote({ token, side, market, owner, entry, onEntry, tolerance }: Options) {
  const [seen, setSeen] = useState<Seen | null>(null)

  const solved: Solved = solveEntry(market.route, side, entry)
  const amountIn = solved.kind === "ready" ? solved.amountIn : null
  const computed = amountIn === null ? null : previewTrade(market.route, side, amountIn)
  // The router's own answer stands once it is there; until then its twin has answered.
  const confirmed = useRouterQuote({ side, token, amount: amountIn, owner })
  const preview: Preview | null = computed && {
    ...computed,
    amountOut: confirmed ?? computed.amountOut,
  }
  if (preview && !seen && preview.amountOut > 0n) setSeen(preview)

  const edit = (next: Entry) => {
    onEntry(next)
    setSeen(null)
  }
  return {
    entry,
    edit,
    clear: () => edit(EMPTY),
    solved,
    preview,
    isConfirmed: confirmed !== undefined,
    seen,
    worse: preview && seen ? worsenedBy(seen, preview, tolerance) : null,
    /** The person has looked at the price as it is now. */
    accept: () => setSeen(preview),
  }
}
