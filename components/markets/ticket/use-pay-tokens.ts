"use client"

import { useEffect, useState } from "react"
import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { callApi } from "@/lib/api/client"
import { toAddress } from "@/lib/chain/browser"

export type PayToken = { address: Address; symbol: string }

/** What can be paid with: USDB and TIDE always, and the tokens this wallet holds. */
export function usePayTokens(market: string, wallet: Address | undefined): readonly PayToken[] {
  const { contracts } = useBrowserConfig()
  const [held, setHeld] = useState<{ wallet: Address; tokens: readonly PayToken[] } | null>(null)
  useEffect(() => {
    if (!wallet) return
    const gone = new AbortController()
    // Without an answer there are the two that are always there.
    fetchHeldTokens(market, wallet, gone.signal).then(
      (tokens) => setHeld({ wallet, tokens }),
      () => {},
    )
    return () => gone.abort()
  }, [market, wallet])
  const fixed: PayToken[] = [
    { address: contracts.usdb, symbol: "USDB" },
    { address: contracts.mainToken, symbol: "TIDE" },
  ]
  const own = held && held.wallet === wallet ? held.tokens : []
  return [...fixed, ...own.filter(({ address }) => address !== contracts.mainToken)]
}

async function fetchHeldTokens(
  market: string,
  wallet: Address,
  signal: AbortSignal,
): Promise<PayToken[]> {
  const input = { params: { address: market }, query: { wallet } }
  const { held } = await callApi("GET /api/internal/markets/[address]/ticket", input, { signal })
  return held.map(({ address, symbol }) => ({ address: toAddress(address), symbol }))
}
