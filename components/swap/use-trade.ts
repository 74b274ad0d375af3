"use client"

import { useRef, useState } from "react"
import { type Address, maxUint256 } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import type { Side, TradePreview } from "@/lib/tokens/preview"
import {
  createTradeRequest,
  readTradeReceipt,
  type TradeReceipt,
  type TradeTerms,
} from "./trade-request"

/** The confirmed figures, shown until the trade is done. */
type ConfirmedTrade = { preview: TradePreview; needsApproval: boolean }

type TradeSubmission = ConfirmedTrade & {
  isUnlimited: boolean
  /** The terms at the current price; null when it has slipped too far, and nothing is sent. */
  confirmQuote: () => Promise<Omit<TradeTerms, "side" | "token"> | null>
}

/** Finds a stored trade again after a reload. */
export const tradeName = (side: Side, token: Address) => `${side}.${token}`

/** Sends one trade at a time, and reads the amounts from its receipt. */
export function useTrade(side: Side, token: Address) {
  const { contracts } = useBrowserConfig()
  const [confirmed, setConfirmed] = useState<ConfirmedTrade | null>(null)
  const [receipt, setReceipt] = useState<TradeReceipt | null>(null)
  const isPressed = useRef(false)
  const { run, reset, state, isRunning } = useTransaction({
    name: tradeName(side, token),
    onMined: (mined) => setReceipt(readTradeReceipt(mined, { side, token }, contracts)),
  })

  const send = async ({
    isUnlimited,
    confirmQuote,
    ...next
  }: TradeSubmission): Promise<boolean> => {
    // A second press can come before the next render.
    if (isPressed.current || isRunning) return false
    isPressed.current = true
    setConfirmed(next)
    try {
      const terms = await confirmQuote()
      if (!terms) return false
      const approved = next.needsApproval && isUnlimited ? maxUint256 : terms.amount
      return await run(createTradeRequest({ ...terms, side, token }, approved, contracts))
    } finally {
      isPressed.current = false
      setConfirmed(null)
    }
  }
  const startOver = () => {
    if (isRunning) return
    reset()
    setReceipt(null)
  }
  return {
    send,
    startOver,
    confirmed,
    receipt,
    state,
    isBusy: confirmed !== null || isRunning,
  }
}
