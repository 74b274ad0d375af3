"use client"

import { useEffect, useState } from "react"
import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { callApi } from "@/lib/api/client"
import { toAddress } from "@/lib/chain/browser"

type PayToken = { address: Address; symbol: string }

/** The tokens to pay with: USDB, TIDE, and those that the wallet holds. */
export function usePayTokens(market: string, wallet: Address | undefined): readonly PayToken[] {
  const { contracts } = useBrowserConfig()
  const [held, setHeld] = useState<{ wallet: Address; tokens: readonly PayToken[] } | null>(null)
  useEffect(() => {
    if (!wallet) return
    const abort = new AbortController()
    // Without an answer, USDB and TIDE remain.
    fetchHeldTokens(market, wallet, abort.signal).then(
      (tokens) => setHeld({ wallet, tokens }),
      () => {},
    )
    return () => abort.abort()
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
