"use client"

import { useState } from "react"
import type { Address } from "viem"
import type { TradeSettings } from "@/components/ticket/use-trade-settings"
import { formatAmount } from "@/lib/format"
import { minAmountOut as leastAccepted } from "@/lib/tokens/pool-math"
import { type AmountInput, formatAmountIn, solveInput } from "./amount-input"
import type { PoolState } from "./pool-state"
import { previewTrade, type Side, type TradePreview } from "./preview"
import { useQuote } from "./use-quote"
import { useTrade } from "./use-trade"
import { classifyImpact, findBlocker, isConsent, measureSlip } from "./validation"

type TicketOptions = {
  address: Address
  symbol: string
  side: Side
  state: PoolState
  owner: Address | undefined
  input: AmountInput
  onInput: (entry: AmountInput) => void
  settings: TradeSettings
  /** Reads the market again; null when the chain did not answer. */
  refresh: () => Promise<PoolState | null>
}

export type Ticket = ReturnType<typeof useTicket>

/** What is entered in a ticket, what it would do, and the way to do it. */
export function useTicket(options: TicketOptions) {
  const { address, symbol, side, state, owner, input, onInput, settings, refresh } = options
  const [consent, setConsent] = useState("")
  const tolerance = settings.slippage
  const quote = useQuote({
    token: address,
    side,
    state,
    owner,
    input,
    onInput,
    tolerance,
  })
  const trading = useTrade(side, address)
  const { isBusy, agreed } = trading
  const preview = agreed?.preview ?? quote.preview
  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const minimumOut = preview ? leastAccepted(preview.amountOut, settings.slippage) : 0n

  const { isExpert, isUnlimited } = settings
  const { solved } = quote
  // What is under way has passed them, and moves the balances they look at.
  const obstacle = isBusy
    ? null
    : findBlocker({ state, side, amount: solved, preview, paySymbol, outSymbol, isExpert })
  const level = preview ? classifyImpact(preview.impact) : "ordinary"
  const isAsked = !isBusy && obstacle === null && (level === "severe" || level === "extreme")
  const isBlocked =
    obstacle !== null ||
    preview === null ||
    quote.worse !== null ||
    (isAsked && !isConsent(consent))
  const pay = state.wallet?.pay[side]
  const needsApproval =
    agreed?.needsApproval ?? (pay && preview ? pay.allowance < preview.amountIn : false)

  const edit = (next: AmountInput) => {
    quote.edit(next)
    setConsent("")
    trading.startOver()
  }

  const trade = async () => {
    if (!preview || isBlocked) return
    const terms = {
      amount: preview.amountIn,
      minimumOut,
      title: formatTitle(preview, side, symbol),
    }
    const agree = async () => {
      const fresh = await refresh()
      if (!fresh || !quote.seen) return terms
      const again = solveInput(fresh.route, side, quote.entry)
      if (again.kind !== "ready") return null
      const now = previewTrade(fresh.route, side, again.amountIn)
      const isWorse = measureSlip(quote.seen, now, settings.slippage) !== null
      return isWorse ? null : { ...terms, amount: again.amountIn }
    }
    if (await trading.send({ preview, needsApproval, isUnlimited, confirmQuote: agree })) {
      quote.clear()
      setConsent("")
    }
  }

  return {
    quote: { ...quote, preview, edit },
    consent: { text: consent, setText: setConsent, isAsked },
    pay: { symbol: paySymbol, balance: pay?.balance, needsApproval },
    out: { symbol: outSymbol, minimumOut },
    obstacle,
    level,
    isBlocked,
    /** What the trade would do, once there is something to show of it. */
    shown: preview && preview.amountOut > 0n ? preview : null,
    trade,
    transaction: trading.state,
    /** Checking the price or trading: nothing can be changed. */
    isBusy,
    settled: trading.settled,
    startOver: trading.startOver,
  }
}

/** For the list of transactions. */
function formatTitle({ amountIn, amountOut }: TradePreview, side: Side, symbol: string) {
  return side === "buy"
    ? `Buy ${formatAmount(amountOut)} ${symbol}`
    : `Sell ${formatAmountIn(amountIn)} ${symbol}`
}
