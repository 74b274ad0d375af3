"use client"

import { useState } from "react"
import type { Address } from "viem"
import { classifyImpact, isConsent } from "@/components/ticket/price-impact"
import type { TradeSettings } from "@/components/ticket/trade-settings"
import { formatAmount } from "@/lib/format"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { previewTrade, type Side, type TradePreview } from "@/lib/tokens/preview"
import type { AmountInput } from "./amount-entry"
import { formatAmountIn, solveInput } from "./amount-input"
import type { PoolState } from "./pool-state"
import { useQuote } from "./use-quote"
import { useTrade } from "./use-trade"
import { findBlocker } from "./validation"

type TicketOptions = {
  address: Address
  symbol: string
  side: Side
  state: PoolState
  owner: Address | undefined
  input: AmountInput
  onInput: (input: AmountInput) => void
  settings: TradeSettings
  /** Reads the pool again; null when the chain did not answer. */
  refresh: () => Promise<PoolState | null>
}

export type Ticket = ReturnType<typeof useTicket>

/** State of a ticket: its quote, what blocks it, and the trade itself. */
export function useTicket(options: TicketOptions) {
  const { address, symbol, side, state, owner, input, onInput, settings, refresh } = options
  const [consent, setConsent] = useState("")
  const tolerance = settings.slippage
  const quote = useQuote({ token: address, side, state, owner, input, onInput, tolerance })
  const trading = useTrade(side, address)
  const { isBusy, confirmed } = trading
  const preview = confirmed?.preview ?? quote.preview
  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const minimumOut = preview ? minAmountOut(preview.amountOut, settings.slippage) : 0n

  const { isExpert, isUnlimited } = settings
  const { solved } = quote
  // A running trade has passed the checks, and changes the balances that they compare.
  const blocker = isBusy
    ? null
    : findBlocker({ state, side, amount: solved, preview, paySymbol, outSymbol, isExpert })
  const level = preview ? classifyImpact(preview.impact) : "ordinary"
  const isRequired = !isBusy && blocker === null && (level === "severe" || level === "extreme")
  const isBlocked =
    blocker !== null ||
    preview === null ||
    quote.simulated.rejection !== null ||
    quote.slippedBy !== null ||
    (isRequired && !isConsent(consent))
  const pay = state.wallet?.pay[side]
  const needsApproval =
    confirmed?.needsApproval ?? (pay && preview ? pay.allowance < preview.amountIn : false)

  const edit = (next: AmountInput) => {
    quote.edit(next)
    setConsent("")
    trading.startOver()
  }

  const trade = async () => {
    if (!preview || isBlocked || quote.hasSlipped(preview)) return
    const terms = {
      ...{ amount: preview.amountIn, minimumOut },
      title: formatTitle(preview, side, symbol),
    }
    const hasSlipped = async () => {
      const fresh = await refresh()
      if (!fresh) return false
      const again = solveInput(fresh.route, side, quote.input)
      if (again.kind !== "ready") return true
      return quote.hasSlipped(previewTrade(fresh.route, side, again.amountIn))
    }
    if (await trading.send({ preview, needsApproval, isUnlimited, terms, hasSlipped })) {
      quote.clear()
      setConsent("")
    }
  }

  return {
    quote: { ...quote, preview, edit },
    consent: { text: consent, setText: setConsent, isRequired },
    pay: { symbol: paySymbol, balance: pay?.balance, needsApproval },
    out: { symbol: outSymbol, minimumOut },
    blocker,
    level,
    isBlocked,
    /** The preview, once it gives anything. */
    shown: preview && preview.amountOut > 0n ? preview : null,
    trade,
    transaction: trading.state,
    /** While the price is checked and the trade runs nothing can be edited. */
    isBusy,
    receipt: trading.receipt,
    startOver: trading.startOver,
  }
}

/** In the list of transactions. */
function formatTitle({ amountIn, amountOut }: TradePreview, side: Side, symbol: string) {
  return side === "buy"
    ? `Buy ${formatAmount(amountOut)} ${symbol}`
    : `Sell ${formatAmountIn(amountIn)} ${symbol}`
}
