"use client"

import { useState } from "react"
import { readSlippage } from "@/components/ticket/slippage"

/** How this ticket trades; gone with the page, except for the slippage a person has set as default. */
export type TradeSettings = {
  /** Basis points. */
  slippage: bigint
  /** Approve more than the trade needs, so that later trades need no approval. */
  isUnlimited: boolean
  /** Lets trades of an extreme price impact through, after a typed yes. */
  isExpert: boolean
}

export function useTradeSettings() {
  const [settings, setSettings] = useState<TradeSettings>(() => ({
    slippage: readSlippage(),
    isUnlimited: false,
    isExpert: false,
  }))
  const change = (changed: Partial<TradeSettings>) =>
    setSettings((before) => ({ ...before, ...changed }))
  return { settings, change }
}
