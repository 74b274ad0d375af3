"use client"

import { type ReactNode, useMemo } from "react"
import { type BarColumns, toBars } from "@/components/charts/bars"
import { PriceChart } from "@/components/charts/price-chart"
import { useWalletData } from "@/components/wallet/use-wallet-data"
import { callApi } from "@/lib/api/client"
import type { OwnTrade } from "@/lib/tokens/trades/schema"
import { useTokenState } from "./state-link"

type ChartPanelProps = {
  address: string
  /** Row id of the token's newest trade; the viewer's trades are fetched again when it changes. */
  newestTrade: string | null
  columns: BarColumns
  intervalMs: number
  quote: string
  now: number
  isLive: boolean
  children: ReactNode
}

/** The chart with the type and scale of the URL, and the markers of the connected wallet. */
export function ChartPanel({ address, newestTrade, columns, children, ...chart }: ChartPanelProps) {
  const bars = useMemo(() => toBars(columns), [columns])
  const { look, scale } = useTokenState()
  const trades = useOwnTrades(address, newestTrade)
  return (
    <PriceChart {...chart} bars={bars} chartType={look} scale={scale} trades={trades}>
      {children}
    </PriceChart>
  )
}

const NO_TRADES: readonly OwnTrade[] = []

/** Trades of the connected wallet, reloaded when the token's newest trade changes. */
function useOwnTrades(token: string, newestTrade: string | null): readonly OwnTrade[] {
  const own = useWalletData({
    subject: token,
    version: newestTrade,
    load: (wallet, signal) =>
      callApi(
        "GET /api/internal/tokens/[address]/own-trades",
        { params: { address: token }, query: { wallet } },
        { signal },
      ),
  })
  return own?.data ?? NO_TRADES
}
