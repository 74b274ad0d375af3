"use client"

import { useState } from "react"
import { maxUint256 } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useNativeBalance } from "@/components/chain/use-chain-query"
import { isConsent, measureSlip } from "@/components/swap/validation"
import { useTradeSettings } from "@/components/ticket/use-trade-settings"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount as shown } from "@/lib/format"
import { minAmountOut } from "@/lib/tokens/pool-math"
import type { PurchaseQuote } from "./quote"
import { createPurchaseRequest } from "./requests"
import { type PurchaseInput, usePurchaseQuote } from "./use-market-quote"
import { useFunding } from "./use-onchain-state"
import { findBlocker, requiresConsent } from "./validation"

/** The approval goes through before the purchase; the way to it stays the same on the page. */
type ConfirmedPurchase = { quote: PurchaseQuote; needsApproval: boolean }

export type Purchase = ReturnType<typeof usePurchase>

/** What an amount would buy, what stands in the way or should be known, and the way to buy it. */
export function usePurchase(wanted: Omit<PurchaseInput, "isPoolOnly">) {
  const { market, outcome, text, input, owner } = wanted
  const { contracts } = useBrowserConfig()
  const { settings, change } = useTradeSettings()
  const [isPoolOnly, setPoolOnly] = useState(false)
  const found = usePurchaseQuote({ ...wanted, isPoolOnly })
  const { trading, reading, typed, usdc, isQuoted, isClosed, isSoldOut } = found
  const { quote, standing, refusal } = found
  const funding = useFunding(input, trading, owner)
  const native = useNativeBalance(owner).data
  const transaction = useTransaction({ name: `shares.${market.address}`, title: "Buy shares" })
  const [confirmed, setConfirmed] = useState<ConfirmedPurchase | null>(null)
  const [consent, setConsent] = useState("")
  const { slippage, isUnlimited } = settings
  const slip = usePriceSlip(`${outcome} ${input} ${text}`, quote, slippage)

  const needsApproval =
    typed !== null && funding.data !== undefined && funding.data.allowance < typed
  const isBusy = transaction.isRunning
  const shownQuote = isBusy ? (confirmed?.quote ?? quote) : quote
  const blocker = isBusy
    ? null
    : findBlocker({
        isFinal: reading.data?.isFinal ?? market.isFinal,
        mayBuy: reading.data?.mayBuy ?? true,
        ...{ isSoldOut, text, typed, native, quote, usdc, isQuoted },
        balance: funding.data?.balance,
      })
  const isAsked = !isBusy && blocker === null && quote !== null && requiresConsent(quote)
  const isBlocked =
    blocker !== null ||
    quote === null ||
    standing === "refused" ||
    slip.by !== null ||
    (isAsked && !isConsent(consent))

  const buy = () => {
    if (isBlocked || typed === null) return Promise.resolve(false)
    setConfirmed({ quote, needsApproval })
    const name = market.outcomes[outcome]?.name ?? ""
    return transaction.run(
      createPurchaseRequest({
        ...{ trading, outcome, input, amount: typed, orderIds: quote.orderIds },
        market: toAddress(market.address),
        minUsdc: input === contracts.usdb ? 0n : minAmountOut(quote.usdc, slippage),
        minShares: minAmountOut(quote.shares, slippage),
        approvalAmount: isUnlimited ? maxUint256 : typed,
        title: `Buy ${shown(quote.shares, 2)} “${name}”`,
      }),
    )
  }
  return {
    quote: shownQuote,
    standing,
    refusal,
    minShares: shownQuote ? minAmountOut(shownQuote.shares, slippage) : 0n,
    /** The typed amount, of the token that is paid with. */
    typed,
    obstacle: blocker,
    isBlocked,
    worse: slip,
    consent: { text: consent, setText: setConsent, isAsked },
    balance: funding.data?.balance,
    needsApproval: isBusy ? (confirmed?.needsApproval ?? false) : needsApproval,
    reading,
    /** The pool sells and orders are part of the purchase, which can go without them. */
    canSkipOrders: !isClosed && (shownQuote?.orderIds.length ?? 0) > 0,
    skipOrders: () => {
      setPoolOnly(true)
      transaction.reset()
    },
    settings,
    changeSettings: change,
    transaction,
    /** The quote that was bought last. */
    bought: confirmed?.quote ?? null,
    buy,
    /** What is entered has changed: what was sent before is told no more. */
    startOver: () => {
      setConsent("")
      setPoolOnly(false)
      transaction.reset()
    },
  }
}

/** By how much a quote has got worse since a person first saw it, when that is beyond what they allow. */
function usePriceSlip(question: string, quote: PurchaseQuote | null, tolerance: bigint) {
  const [seen, setSeen] = useState<{ question: string; quote: PurchaseQuote } | null>(null)
  if (quote && seen?.question !== question) setSeen({ question, quote })
  // What stays with the buyer is no part of the price.
  const terms = ({ spent, shares }: PurchaseQuote) => ({ amountIn: spent, amountOut: shares })
  return {
    by:
      quote && seen?.question === question
        ? measureSlip(terms(seen.quote), terms(quote), tolerance)
        : null,
    /** The person has looked at the quote as it is now. */
    accept: () => quote && setSeen({ question, quote }),
  }
}
