"use client"

import { useEffect, useState } from "react"
import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { toAddress } from "@/lib/chain/browser"

export type PayToken = { address: Address; symbol: string }

type HeldToken = { address: string; symbol: string }

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
  const response = await fetch(`/markets/${market}/data?wallet=${wallet}`, { signal })
  if (!response.ok) return []
  const { held }: { held: HeldToken[] } = await response.json()
  return held.map(({ address, symbol }) => ({ address: toAddress(address), symbol }))
}
