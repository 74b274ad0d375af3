"use client"

import { useState } from "react"
import { maxUint256 } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useNativeBalance } from "@/components/chain/use-chain-query"
import { isConsent } from "@/components/ticket/price-impact"
import { useTradeSettings } from "@/components/ticket/trade-settings"
import { usePriceSlip } from "@/components/ticket/use-price-slip"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { withAllowance } from "@/lib/chain/call"
import { formatAmount } from "@/lib/format"
import type { PurchaseQuote } from "@/lib/markets/purchase-quote"
import { purchaseCall } from "@/lib/markets/trading-calls"
import { minAmountOut } from "@/lib/tokens/pool-math"
import { type PurchaseInput, usePurchaseQuote } from "./use-market-quote"
import { useFunding } from "./use-onchain-state"
import { findBlocker, requiresConsent } from "./validation"

/** Shown from the confirmation until the purchase is done. */
type ConfirmedPurchase = { quote: PurchaseQuote; needsApproval: boolean }

export type Purchase = ReturnType<typeof usePurchase>

/** State of a purchase: its quote, what blocks it, and the transaction itself. */
export function usePurchase(entered: Omit<PurchaseInput, "isPoolOnly">) {
  const { market, outcome, text, input, owner } = entered
  const { contracts } = useBrowserConfig()
  const { settings, change } = useTradeSettings()
  const [isPoolOnly, setPoolOnly] = useState(false)
  const purchase = usePurchaseQuote({ ...entered, isPoolOnly })
  const { trading, reading, typed, usdc, isQuoted, isClosed, isSoldOut } = purchase
  const { quote, status, quoted } = purchase
  const funding = useFunding(input, trading, owner)
  const native = useNativeBalance(owner).data
  const transaction = useTransaction({ name: `shares.${market.address}`, title: "Buy shares" })
  const [confirmed, setConfirmed] = useState<ConfirmedPurchase | null>(null)
  const [consent, setConsent] = useState("")
  const { slippage, isUnlimited } = settings
  // The unspent rest stays with the buyer and is not part of the price.
  const amounts = quote && { amountIn: quote.spent, amountOut: quote.shares }
  const slip = usePriceSlip(`${outcome} ${input} ${text}`, amounts, slippage)

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
  const isRequired = !isBusy && blocker === null && quote !== null && requiresConsent(quote)
  const isBlocked =
    blocker !== null ||
    quote === null ||
    quoted.rejection !== null ||
    slip.slippedBy !== null ||
    (isRequired && !isConsent(consent))

  const buy = () => {
    if (isBlocked || typed === null || (amounts && slip.hasSlipped(amounts))) {
      return Promise.resolve(false)
    }
    setConfirmed({ quote, needsApproval })
    const name = market.outcomes[outcome]?.name ?? ""
    const prepared = purchaseCall({
      ...{ trading, outcome, input, amount: typed, orderIds: quote.orderIds },
      market: toAddress(market.address),
      minUsdc: input === contracts.usdb ? 0n : minAmountOut(quote.usdc, slippage),
      minShares: minAmountOut(quote.shares, slippage),
    })
    return transaction.run({
      ...withAllowance(prepared, isUnlimited ? maxUint256 : typed),
      title: `Buy ${formatAmount(quote.shares, 2)} “${name}”`,
      action: {
        ...{ action: "market.buy" as const, market: market.address, outcomeId: outcome },
        ...{ amount: `${typed}`, payWith: input, fillOrders: !isPoolOnly },
      },
    })
  }
  return {
    quote: shownQuote,
    status,
    quoted,
    minShares: shownQuote ? minAmountOut(shownQuote.shares, slippage) : 0n,
    /** The typed amount of the payment token. */
    typed,
    blocker,
    isBlocked,
    slip,
    consent: { text: consent, setText: setConsent, isRequired },
    balance: funding.data?.balance,
    needsApproval: isBusy ? (confirmed?.needsApproval ?? false) : needsApproval,
    reading,
    /** The purchase includes orders, and the pool could fill it without them. */
    canSkipOrders: !isClosed && (shownQuote?.orderIds.length ?? 0) > 0,
    skipOrders: () => {
      setPoolOnly(true)
      transaction.reset()
    },
    settings,
    changeSettings: change,
    transaction,
    /** The quote of the last purchase. */
    bought: confirmed?.quote ?? null,
    buy,
    /** After an edit: hides the result of the last purchase. */
    startOver: () => {
      setConsent("")
      setPoolOnly(false)
      transaction.reset()
    },
  }
}
