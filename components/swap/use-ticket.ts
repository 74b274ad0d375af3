"use client"

import { useRef, useState } from "react"
import { type Address, maxUint256 } from "viem"
import { useBrowserConfig } from "@/components/wallet/config"
import { useTransaction } from "@/components/wallet/use-transaction"
import { amount } from "@/lib/format"
import { minimumOut as leastAccepted } from "@/lib/tokens/math"
import { type Entry, shownIn } from "./entry"
import { findObstacle, impactLevel, isConsent, worsenedBy } from "./judgement"
import type { Market } from "./market"
import { type Preview, previewTrade, type Side } from "./preview"
import { type Settled, settledTrade, tradeRequest } from "./trade"
import { useQuote } from "./use-quote"
import type { TradeSettings } from "./use-trade-settings"

type Options = {
  address: Address
  symbol: string
  side: Side
  market: Market
  owner: Address | undefined
  settings: TradeSettings
  /** Reads the market again; null when the chain did not answer. */
  refresh: () => Promise<Market | null>
}

/** Under which a trade is found again after a reload. */
export const ticketName = (side: Side, token: Address) => `${side}.${token}`

export type Ticket = ReturnType<typeof useTicket>

/** What is entered in a ticket, what it would do, and the way to do it. */
export function useTicket(options: Options) {
  const { address, symbol, side, market, owner, settings, refresh } = options
  const { contracts } = useBrowserConfig()
  const [consent, setConsent] = useState("")
  const [settled, setSettled] = useState<Settled | null>(null)
  const isPressed = useRef(false)
  /** What was asked for when the button was pressed: stays in view until it is done. */
  const [agreed, setAgreed] = useState<{ preview: Preview; needsApproval: boolean } | null>(null)

  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const quote = useQuote({ token: address, side, market, owner, tolerance: settings.slippage })
  const { solved } = quote
  const preview = agreed?.preview ?? quote.preview
  const transaction = useTransaction({
    name: ticketName(side, address),
    onMined: (receipt) => setSettled(settledTrade(receipt, { side, token: address }, contracts)),
  })

  const minimumOut = preview ? leastAccepted(preview.amountOut, settings.slippage) : 0n
  const { isExpert, isUnlimited } = settings
  const isBusy = agreed !== null || transaction.isRunning
  // What is under way has passed them, and moves the balances they look at.
  const obstacle = isBusy
    ? null
    : findObstacle({ market, side, solved, preview, paySymbol, outSymbol, isExpert })
  const level = preview ? impactLevel(preview.impact) : "ordinary"
  const asksForConsent = !isBusy && obstacle === null && (level === "severe" || level === "extreme")
  const isBlocked = obstacle !== null || preview === null || (asksForConsent && !isConsent(consent))
  const pay = market.wallet?.pay[side]
  const needsApproval =
    agreed?.needsApproval ??
    (pay !== undefined && preview !== null && pay.allowance < preview.amountIn)

  const edit = (entry: Entry) => {
    quote.edit(entry)
    setConsent("")
    if (!transaction.isRunning) {
      transaction.reset()
      setSettled(null)
    }
  }

  /** False while the market, read again, gives less than what the person has seen. */
  const stillHolds = async () => {
    const fresh = await refresh()
    if (!fresh || !preview || !quote.seen) return fresh === null
    const now = previewTrade(fresh.route, side, preview.amountIn)
    return worsenedBy(quote.seen, now, settings.slippage) === null
  }

  const trade = async () => {
    // A second press comes before the first one has been drawn.
    if (!preview || isBlocked || isPressed.current || transaction.isRunning) return
    if (quote.worse !== null) return quote.accept()
    const title =
      side === "buy"
        ? `Buy ${amount(preview.amountOut)} ${symbol}`
        : `Sell ${shownIn(preview.amountIn)} ${symbol}`
    isPressed.current = true
    setAgreed({ preview, needsApproval })
    try {
      const holds = await stillHolds()
      if (!holds) return
      const terms = { side, token: address, amount: preview.amountIn, minimumOut, title }
      const approved = needsApproval && isUnlimited ? maxUint256 : preview.amountIn
      if (await transaction.run(tradeRequest(terms, approved, contracts))) {
        quote.clear()
        setConsent("")
      }
    } finally {
      isPressed.current = false
      setAgreed(null)
    }
  }

  return {
    quote: { ...quote, preview, edit },
    consent: { text: consent, setText: setConsent, isAsked: asksForConsent },
    pay: { symbol: paySymbol, balance: pay?.balance, needsApproval },
    out: { symbol: outSymbol, minimumOut },
    obstacle,
    level,
    isBlocked: isBlocked || quote.worse !== null,
    /** What the trade would do, once there is something to show of it. */
    shown: preview !== null && preview.amountOut > 0n ? preview : null,
    trade,
    transaction: transaction.state,
    /** Checking the price or trading: nothing can be changed. */
    isBusy,
    settled,
    startOver: () => {
      transaction.reset()
      setSettled(null)
    },
  }
}
