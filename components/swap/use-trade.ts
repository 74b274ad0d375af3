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
  terms: Omit<TradeTerms, "side" | "token">
  /** Reads the price again: whether it has slipped too far, which the ticket then shows. */
  hasSlipped: () => Promise<boolean>
}

/** The contracts' error for less than the least that a trade accepts. */
export const TOO_LITTLE = "InsufficientOutput"

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
    terms,
    hasSlipped,
    ...next
  }: TradeSubmission): Promise<boolean> => {
    // A second press can come before the next render.
    if (isPressed.current || isRunning) return false
    isPressed.current = true
    setConfirmed(next)
    try {
      // The node can try the trade only once it is approved.
      if (next.needsApproval && (await hasSlipped())) return false
      const approved = next.needsApproval && isUnlimited ? maxUint256 : terms.amount
      const request = createTradeRequest({ ...terms, side, token }, approved, contracts)
      return await run(request, async ({ code }) => code === TOO_LITTLE && (await hasSlipped()))
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
