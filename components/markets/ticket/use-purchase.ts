"use client"

import { useState } from "react"
import { maxUint256 } from "viem"
import { isConsent, worsenedBy } from "@/components/swap/judgement"
import { useTradeSettings } from "@/components/swap/use-trade-settings"
import { useBrowserConfig } from "@/components/wallet/config"
import { useNativeBalance } from "@/components/wallet/use-chain-query"
import { useTransaction } from "@/components/wallet/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { amount as shown } from "@/lib/format"
import { minimumOut } from "@/lib/tokens/math"
import { purchaseRequest } from "./calls"
import { asksConsent, findObstacle } from "./judgement"
import type { Quote } from "./quote"
import { useMarketQuote, type Wanted } from "./use-market-quote"
import { useMeans } from "./use-means"

/** The approval goes through before the purchase; the way to it stays the same on the page. */
type Agreed = { quote: Quote; needsApproval: boolean }

export type Purchase = ReturnType<typeof usePurchase>

/** What an amount would buy, what stands in the way or should be known, and the way to buy it. */
export function usePurchase(wanted: Omit<Wanted, "isPoolOnly">) {
  const { market, outcome, text, input, owner } = wanted
  const { contracts } = useBrowserConfig()
  const { settings, change } = useTradeSettings()
  const [isPoolOnly, setPoolOnly] = useState(false)
  const found = useMarketQuote({ ...wanted, isPoolOnly })
  const { trading, reading, typed, usdc, isQuoted, isClosed, isSoldOut } = found
  const { quote, standing, refusal } = found
  const means = useMeans(input, trading, owner)
  const native = useNativeBalance(owner).data
  const transaction = useTransaction({ name: `shares.${market.address}`, title: "Buy shares" })
  const [agreed, setAgreed] = useState<Agreed | null>(null)
  const [consent, setConsent] = useState("")
  const { slippage, isUnlimited } = settings
  const worse = useWorse(`${outcome} ${input} ${text}`, quote, slippage)

  const needsApproval = typed !== null && means.data !== undefined && means.data.allowance < typed
  const isBusy = transaction.isRunning
  const seen = isBusy ? (agreed?.quote ?? quote) : quote
  const obstacle = isBusy
    ? null
    : findObstacle({
        isFinal: reading.data?.isFinal ?? market.isFinal,
        mayBuy: reading.data?.mayBuy ?? true,
        ...{ isSoldOut, text, typed, native, quote, usdc, isQuoted },
        balance: means.data?.balance,
      })
  const isAsked = !isBusy && obstacle === null && quote !== null && asksConsent(quote)
  const isBlocked =
    obstacle !== null ||
    quote === null ||
    standing === "refused" ||
    worse.by !== null ||
    (isAsked && !isConsent(consent))

  const buy = () => {
    if (isBlocked || typed === null) return Promise.resolve(false)
    setAgreed({ quote, needsApproval })
    const name = market.outcomes[outcome]?.name ?? ""
    return transaction.run(
      purchaseRequest({
        ...{ trading, outcome, input, amount: typed, orderIds: quote.orderIds },
        market: toAddress(market.address),
        minUsdc: input === contracts.usdb ? 0n : minimumOut(quote.usdc, slippage),
        minShares: minimumOut(quote.shares, slippage),
        approved: isUnlimited ? maxUint256 : typed,
        title: `Buy ${shown(quote.shares, 2)} “${name}”`,
      }),
    )
  }
  return {
    quote: seen,
    standing,
    refusal,
    minShares: seen ? minimumOut(seen.shares, slippage) : 0n,
    /** The typed amount, of the token that is paid with. */
    typed,
    obstacle,
    isBlocked,
    worse,
    consent: { text: consent, setText: setConsent, isAsked },
    balance: means.data?.balance,
    needsApproval: isBusy ? (agreed?.needsApproval ?? false) : needsApproval,
    reading,
    /** The pool sells and orders are part of the purchase, which can go without them. */
    canSkipOrders: !isClosed && (seen?.orderIds.length ?? 0) > 0,
    skipOrders: () => {
      setPoolOnly(true)
      transaction.reset()
    },
    settings,
    changeSettings: change,
    transaction,
    /** The quote that was bought last. */
    bought: agreed?.quote ?? null,
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
function useWorse(question: string, quote: Quote | null, tolerance: bigint) {
  const [seen, setSeen] = useState<{ question: string; quote: Quote } | null>(null)
  if (quote && seen?.question !== question) setSeen({ question, quote })
  // What stays with the buyer is no part of the price.
  const terms = ({ spent, shares }: Quote) => ({ amountIn: spent, amountOut: shares })
  return {
    by:
      quote && seen?.question === question
        ? worsenedBy(terms(seen.quote), terms(quote), tolerance)
        : null,
    /** The person has looked at the quote as it is now. */
    accept: () => quote && setSeen({ question, quote }),
  }
}
