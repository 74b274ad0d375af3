"use client"

import type { ReactNode } from "react"
import type { Bar } from "@/components/charts/bars"
import { PriceChart } from "@/components/charts/price-chart"
import { useTokenState } from "./state-link"
import { useOwnTrades } from "./use-own-trades"

type ChartPanelProps = {
  address: string
  /** Row id of the token's newest trade; the viewer's marks are read again when it changes. */
  newestTrade: string | null
  bars: readonly Bar[]
  intervalMs: number
  quote: string
  now: number
  isLive: boolean
  children: ReactNode
}

/** The chart in the look that the URL says, with the marks of the connected wallet. */
export function ChartPanel({ address, newestTrade, children, ...chart }: ChartPanelProps) {
  const { look, scale } = useTokenState()
  const trades = useOwnTrades(address, newestTrade)
  return (
    <PriceChart {...chart} chartType={look} scale={scale} trades={trades}>
      {children}
    </PriceChart>
  )
}
