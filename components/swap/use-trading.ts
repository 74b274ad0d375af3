"use client"

import { useRef, useState } from "react"
import { type Address, maxUint256 } from "viem"
import { useBrowserConfig } from "@/components/wallet/config"
import { useTransaction } from "@/components/wallet/use-transaction"
import type { Preview, Side } from "./preview"
import { type Settled, settledTrade, type Terms, tradeRequest } from "./trade"

/** What stays in view from the press of the button until the trade is done. */
type Agreed = { preview: Preview; needsApproval: boolean }

type Sending = Agreed & {
  isUnlimited: boolean
  /** The terms by the newest prices; null when those have moved too far, and nothing is sent. */
  agree: () => Promise<Omit<Terms, "side" | "token"> | null>
}

/** Under which a trade is found again after a reload. */
export const tradeName = (side: Side, token: Address) => `${side}.${token}`

/** Sends one trade at a time and reads from its receipt what it has given. */
export function useTrading(side: Side, token: Address) {
  const { contracts } = useBrowserConfig()
  const [agreed, setAgreed] = useState<Agreed | null>(null)
  const [settled, setSettled] = useState<Settled | null>(null)
  const isPressed = useRef(false)
  const { run, reset, state, isRunning } = useTransaction({
    name: tradeName(side, token),
    onMined: (receipt) => setSettled(settledTrade(receipt, { side, token }, contracts)),
  })

  const send = async ({ isUnlimited, agree, ...next }: Sending): Promise<boolean> => {
    // A second press comes before the first one has been drawn.
    if (isPressed.current || isRunning) return false
    isPressed.current = true
    setAgreed(next)
    try {
      const terms = await agree()
      if (!terms) return false
      const approved = next.needsApproval && isUnlimited ? maxUint256 : terms.amount
      return await run(tradeRequest({ ...terms, side, token }, approved, contracts))
    } finally {
      isPressed.current = false
      setAgreed(null)
    }
  }
  const startOver = () => {
    if (isRunning) return
    reset()
    setSettled(null)
  }
  return { send, startOver, agreed, settled, state, isBusy: agreed !== null || isRunning }
}
