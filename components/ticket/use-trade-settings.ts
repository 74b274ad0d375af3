"use client"

import { useState } from "react"
import { readSlippage } from "@/components/ticket/slippage"

/** Settings of one ticket; they last as long as the page. */
export type TradeSettings = {
  /** Basis points. */
  slippage: bigint
  /** Approves an unlimited allowance, so that later trades need no approval. */
  isUnlimited: boolean
  /** Allows trades with an extreme price impact, after a typed confirmation. */
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
