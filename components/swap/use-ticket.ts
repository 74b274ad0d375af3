"use client"

import { useState } from "react"
import type { Address } from "viem"
import { amount } from "@/lib/format"
import { minimumOut as leastAccepted } from "@/lib/tokens/math"
import { type Entry, shownIn, solveEntry } from "./entry"
import { findObstacle, impactLevel, isConsent, worsenedBy } from "./judgement"
import type { Market } from "./market"
import { type Preview, previewTrade, type Side } from "./preview"
import { useQuote } from "./use-quote"
import type { TradeSettings } from "./use-trade-settings"
import { useTrading } from "./use-trading"

type Options = {
  address: Address
  symbol: string
  side: Side
  market: Market
  owner: Address | undefined
  entry: Entry
  onEntry: (entry: Entry) => void
  settings: TradeSettings
  /** Reads the market again; null when the chain did not answer. */
  refresh: () => Promise<Market | null>
}

export type Ticket = ReturnType<typeof useTicket>

/** What is entered in a ticket, what it would do, and the way to do it. */
export function useTicket(options: Options) {
  const { address, symbol, side, market, owner, entry, onEntry, settings, refresh } = options
  const [consent, setConsent] = useState("")
  const tolerance = settings.slippage
  const quote = useQuote({ token: address, side, market, owner, entry, onEntry, tolerance })
  const trading = useTrading(side, address)
  const { isBusy, agreed } = trading
  const preview = agreed?.preview ?? quote.preview
  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const minimumOut = preview ? leastAccepted(preview.amountOut, settings.slippage) : 0n

  const { isExpert, isUnlimited } = settings
  const { solved } = quote
  // What is under way has passed them, and moves the balances they look at.
  const obstacle = isBusy
    ? null
    : findObstacle({ market, side, solved, preview, paySymbol, outSymbol, isExpert })
  const level = preview ? impactLevel(preview.impact) : "ordinary"
  const isAsked = !isBusy && obstacle === null && (level === "severe" || level === "extreme")
  const isBlocked =
    obstacle !== null ||
    preview === null ||
    quote.worse !== null ||
    (isAsked && !isConsent(consent))
  const pay = market.wallet?.pay[side]
  const needsApproval =
    agreed?.needsApproval ?? (pay && preview ? pay.allowance < preview.amountIn : false)

  const edit = (next: Entry) => {
    quote.edit(next)
    setConsent("")
    trading.startOver()
  }

  const trade = async () => {
    if (!preview || isBlocked) return
    const terms = { amount: preview.amountIn, minimumOut, title: titleOf(preview, side, symbol) }
    const agree = async () => {
      const fresh = await refresh()
      if (!fresh || !quote.seen) return terms
      const again = solveEntry(fresh.route, side, quote.entry)
      if (again.kind !== "ready") return null
      const now = previewTrade(fresh.route, side, again.amountIn)
      const isWorse = worsenedBy(quote.seen, now, settings.slippage) !== null
      return isWorse ? null : { ...terms, amount: again.amountIn }
    }
    if (await trading.send({ preview, needsApproval, isUnlimited, agree })) {
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
function titleOf({ amountIn, amountOut }: Preview, side: Side, symbol: string) {
  return side === "buy"
    ? `Buy ${amount(amountOut)} ${symbol}`
    : `Sell ${shownIn(amountIn)} ${symbol}`
}
