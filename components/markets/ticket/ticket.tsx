"use client"

import { useEffect, useState } from "react"
import type { Address } from "viem"
import { describeFailure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { RefreshableQuote } from "@/components/swap/quote-status"
import { TradeSettingsFields } from "@/components/ticket/trade-settings"
import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { NativeSelect } from "@/components/ui/native-select"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount, formatExactAmount } from "@/lib/format"
import { OutcomeChoice } from "./outcome-choice"
import { PayoutLine } from "./payout-line"
import { PhaseNotice } from "./phase-notice"
import { PoolOnlyNotice } from "./pool-only"
import { onPrefill, type Prefill } from "./prefill"
import { QuoteLines } from "./quote-lines"
import { SubmitButton } from "./submit-button"
import type { TicketMarket, TicketOrder } from "./ticket-market"
import { usePayTokens } from "./use-pay-tokens"
import { type Purchase, usePurchase } from "./use-purchase"
import { PurchaseWarnings } from "./warnings"

export type SharesTicketProps = {
  market: TicketMarket
  orders: readonly TicketOrder[]
  outcome: number
  /** What it is opened for, where it does not stand on the page already. */
  prefill?: Prefill
}

/** Buys shares of an outcome from the order book and the pool in one go. */
export function SharesTicket({ market, orders, outcome: first, prefill }: SharesTicketProps) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const form = usePurchaseForm({
    market: market.address,
    initialOutcome: first,
    usdb: contracts.usdb,
    prefill,
  })
  const { outcome, text, input } = form
  const tokens = usePayTokens(market.address, wallet.address)
  const purchase = usePurchase({ market, orders, outcome, text, input, owner: wallet.address })
  const { balance, obstacle, quote, reading, settings, transaction } = purchase
  const symbol = tokens.find(({ address }) => address === input)?.symbol ?? "USDB"
  const isBusy = transaction.isRunning
  const edit = (change: Partial<PurchaseForm>) => {
    form.change(change)
    purchase.startOver()
  }
  const buy = async () => {
    if (await purchase.buy()) form.change({ text: "" })
  }
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void buy()
      }}
    >
      <OutcomeChoice
        isDisabled={isBusy}
        onChange={(next) => edit({ outcome: next })}
        outcomes={market.outcomes}
        value={outcome}
      />
      <PhaseNotice market={market} outcome={outcome} />
      <AmountField
        balance={balance === undefined ? undefined : { amount: balance }}
        presets={["25", "50", "max"]}
        error={obstacle === "malformed" ? "Enter a number with at most 18 decimal places." : null}
        isDisabled={isBusy}
        label="You pay"
        onChange={(next) => edit({ text: next })}
        unit={symbol}
        usd={input !== contracts.usdb && quote && `Worth ${formatAmount(quote.usdc, 2)} USDB`}
        value={text}
      />
      {tokens.length > 1 && (
        <NativeSelect
          disabled={isBusy}
          key={input}
          label="Pay with"
          onChange={(event) => edit({ input: toAddress(event.target.value), text: "" })}
          options={tokens.map((token) => [token.address, token.symbol] as const)}
          value={input}
        />
      )}
      <PayoutLine quote={quote} />
      <QuoteSource purchase={purchase} />
      <PurchaseWarnings purchase={purchase} symbol={symbol} />
      <SubmitButton purchase={purchase} symbol={symbol} wallet={wallet} />
      <TransactionProgress
        hasApproval={purchase.needsApproval}
        state={transaction.state}
        success={describeSuccess(purchase)}
      />
      {transaction.state.phase === "failed" && !transaction.state.failure.isUserRejection && (
        <PoolOnlyNotice purchase={purchase} />
      )}
      {quote && (
        <RefreshableQuote onRefresh={reading.refetch} readAt={reading.dataUpdatedAt}>
          <QuoteLines minShares={purchase.minShares} quote={quote} slippage={settings.slippage} />
        </RefreshableQuote>
      )}
      <TradeSettingsFields
        hasImpactLimit={false}
        onChange={purchase.changeSettings}
        paySymbol={symbol}
        settings={settings}
      />
    </form>
  )
}

type PurchaseForm = { outcome: number; text: string; input: Address }

type PurchaseFormOptions = {
  market: string
  initialOutcome: number
  usdb: Address
  prefill: Prefill | undefined
}

/** What is entered; what another part of the page asks for takes its place. */
function usePurchaseForm({ market, initialOutcome, usdb, prefill }: PurchaseFormOptions) {
  const [entry, setEntry] = useState<PurchaseForm>(() =>
    applyPrefill(prefill ?? null, { outcome: initialOutcome, text: "", input: usdb }, usdb),
  )
  const [lastFirst, setLastFirst] = useState(initialOutcome)
  if (initialOutcome !== lastFirst) {
    setLastFirst(initialOutcome)
    setEntry({ ...entry, outcome: initialOutcome })
  }
  useEffect(
    () => onPrefill(market, (wish) => setEntry((before) => applyPrefill(wish, before, usdb))),
    [market, usdb],
  )
  const change = (changed: Partial<PurchaseForm>) =>
    setEntry((before) => ({ ...before, ...changed }))
  return { ...entry, change }
}

/** An entry as somebody wishes it: amounts of wishes are USDB. */
function applyPrefill(wish: Prefill | null, before: PurchaseForm, usdb: Address): PurchaseForm {
  if (!wish) return before
  const { outcome, usdc } = wish
  return usdc === null
    ? { ...before, outcome }
    : { outcome, input: usdb, text: formatExactAmount(usdc) }
}

/** Whose word the quote is; or why there is none. */
function QuoteSource({ purchase: { quote, reading, standing } }: { purchase: Purchase }) {
  return (
    <>
      {reading.isError && (
        <FailureNotice
          action={
            <Button
              variant="secondary"
              onClick={() => reading.refetch()}
              pending={reading.isFetching}
            >
              Try again
            </Button>
          }
          failure={describeFailure(reading.error)}
        />
      )}
      <p className="-mt-2 min-h-4 text-xs text-muted" role="status">
        {quote &&
          (standing === "confirmed"
            ? "Confirmed by the market’s own quote"
            : standing === "asked" && "Asking the market for its quote …")}
      </p>
    </>
  )
}

function describeSuccess({ bought }: Purchase) {
  return bought ? `${formatAmount(bought.shares, 2)} shares are yours` : "The shares are yours"
}
