"use client"

import { useState } from "react"
import type { Address } from "viem"
import { useBrowserConfig } from "@/components/wallet/config"
import { useTransaction } from "@/components/wallet/use-transaction"
import { amount as formatted, parseAmount } from "@/lib/format"
import { minimumOut as leastAccepted } from "@/lib/tokens/math"
import type { Market, Side } from "./market"
import { findObstacle, impactLevel, previewTrade } from "./preview"
import { type Agreed, received, tradeRequest } from "./trade"
import { useRouterQuote } from "./use-market"

const DEFAULT_SLIPPAGE_BASIS_POINTS = 100n

type Options = {
  address: Address
  symbol: string
  side: Side
  market: Market
  owner: Address | undefined
}

/** Under which a trade is found again after a reload. */
export const ticketName = (side: Side, token: Address) => `${side}.${token}`

/** What is entered in a ticket, what it would do, and the way to do it. */
export function useTicket({ address, symbol, side, market, owner }: Options) {
  const { contracts } = useBrowserConfig()
  const [text, setText] = useState("")
  const [slippage, setSlippage] = useState(DEFAULT_SLIPPAGE_BASIS_POINTS)
  const [acceptsImpact, setAcceptsImpact] = useState(false)
  const [result, setResult] = useState("")

  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const transaction = useTransaction({
    name: ticketName(side, address),
    onMined: (receipt) =>
      setResult(
        `${side === "buy" ? "Bought" : "Sold for"} ${formatted(received(receipt, { side, token: address }, contracts))} ${outSymbol}`,
      ),
  })
  const amount = parseAmount(text)
  const computed = amount ? previewTrade(market.route, side, amount) : null
  // The router's own answer stands once it is there; until then its twin has answered.
  const confirmed = useRouterQuote({ side, token: address, amount, owner })
  const preview = computed && { ...computed, amountOut: confirmed ?? computed.amountOut }
  const minimumOut = preview ? leastAccepted(preview.amountOut, slippage) : 0n
  const obstacle = findObstacle({ market, side, text, amount, preview, paySymbol })
  const isSevere = preview !== null && impactLevel(preview.impact) === "severe"
  const pay = market.wallet?.pay[side]
  const needsApproval = pay !== undefined && amount !== null && pay.allowance < amount

  const isBlocked = obstacle !== null || preview === null || (isSevere && !acceptsImpact)

  const edit = (next: string) => {
    setText(next)
    setAcceptsImpact(false)
    if (!transaction.isRunning) transaction.reset()
  }

  const trade = async () => {
    if (!amount || isBlocked) return
    const agreed: Agreed = { side, token: address, amount, minimumOut }
    if (await transaction.run(tradeRequest(agreed, contracts))) setText("")
  }

  return {
    entry: { text, edit, slippage, setSlippage, acceptsImpact, setAcceptsImpact },
    pay: { symbol: paySymbol, balance: pay?.balance, needsApproval },
    out: { symbol: outSymbol, preview, minimumOut, isConfirmed: confirmed !== undefined },
    obstacle,
    asksForImpact: isSevere && obstacle === null,
    isBlocked,
    trade,
    transaction: transaction.state,
    isRunning: transaction.isRunning,
    result,
  }
}
