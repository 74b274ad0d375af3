"use client"

import { useEffect, useState } from "react"
import type { Address } from "viem"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { ReadFailure, RefreshableQuote } from "@/components/ticket/quote-status"
import { SubmitButton } from "@/components/ticket/submit-button"
import { TradeSettingsFields } from "@/components/ticket/trade-settings"
import { AmountField } from "@/components/ui/amount-field"
import { NativeSelect } from "@/components/ui/native-select"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount, formatExactAmount } from "@/lib/format"
import { OutcomeChoice } from "./outcome-choice"
import { PhaseNotice } from "./phase-notice"
import { onPrefill, type Prefill } from "./prefill"
import { HoldingNote, PayoutLine, QuoteLines } from "./quote-details"
import type { TicketMarket, TicketOrder } from "./ticket-market"
import { usePayTokens } from "./use-pay-tokens"
import { type Purchase, usePurchase } from "./use-purchase"
import type { QuoteStatus } from "./validation"
import { PoolOnlyNotice, PurchaseWarnings } from "./warnings"

export type SharesTicketProps = {
  market: TicketMarket
  orders: readonly TicketOrder[]
  outcome: number
  /** Values that the sheet was opened with. */
  prefill?: Prefill
}

/** Buys shares of an outcome from the order book and the pool in one transaction. */
export function SharesTicket({
  market,
  orders,
  outcome: initialOutcome,
  prefill,
}: SharesTicketProps) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const { usdb } = contracts
  const form = usePurchaseForm({ market: market.address, initialOutcome, usdb, prefill })
  const { outcome, text, input } = form
  const tokens = usePayTokens(market.address, wallet.address)
  const purchase = usePurchase({ market, orders, outcome, text, input, owner: wallet.address })
  const { balance, blocker, quote, reading, settings, transaction } = purchase
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
        balance={balance}
        presets={["25", "50", "max"]}
        error={blocker === "malformed" ? "Enter a number with at most 18 decimal places." : null}
        isDisabled={isBusy}
        label="You pay"
        onChange={(next) => edit({ text: next })}
        unit={symbol}
        usd={input !== usdb && quote && `≈ ${formatAmount(quote.usdc, 2)} USDB`}
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
      <HoldingNote />
      <ReadFailure query={reading} />
      <p className="-mt-2 min-h-4 text-xs text-muted" role="status">
        {quote && quoteStatusTexts[purchase.status]}
      </p>
      <PurchaseWarnings purchase={purchase} symbol={symbol} />
      <SubmitButton
        approvalSymbol={purchase.needsApproval && blocker === null && !isBusy ? symbol : null}
        connectLabel="Connect a wallet to buy"
        isBlocked={purchase.isBlocked}
        isBusy={isBusy}
        label={submitLabel(purchase)}
        wallet={wallet}
      />
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

/** The entered values, which a prefill from another part of the page replaces. */
function usePurchaseForm({ market, initialOutcome, usdb, prefill }: PurchaseFormOptions) {
  const [entry, setEntry] = useState<PurchaseForm>(() =>
    applyPrefill(prefill ?? null, { outcome: initialOutcome, text: "", input: usdb }, usdb),
  )
  const [lastInitial, setLastInitial] = useState(initialOutcome)
  if (initialOutcome !== lastInitial) {
    setLastInitial(initialOutcome)
    setEntry({ ...entry, outcome: initialOutcome })
  }
  useEffect(
    () => onPrefill(market, (next) => setEntry((before) => applyPrefill(next, before, usdb))),
    [market, usdb],
  )
  const change = (changed: Partial<PurchaseForm>) =>
    setEntry((before) => ({ ...before, ...changed }))
  return { ...entry, change }
}

/** Amounts of prefills are USDB. */
function applyPrefill(prefill: Prefill | null, before: PurchaseForm, usdb: Address): PurchaseForm {
  if (!prefill) return before
  const { outcome, usdc } = prefill
  return usdc === null
    ? { ...before, outcome }
    : { outcome, input: usdb, text: formatExactAmount(usdc) }
}

const quoteStatusTexts: Record<QuoteStatus, string> = {
  confirmed: "Quote confirmed for the next block",
  pending: "Fetching quote…",
  rejected: "",
}

function submitLabel({ blocker, needsApproval }: Purchase) {
  if (blocker === "empty") return "Enter an amount"
  return needsApproval ? "Approve and buy shares" : "Buy shares"
}

function describeSuccess({ bought }: Purchase) {
  return bought ? `Bought ${formatAmount(bought.shares, 2)} shares` : "Shares bought"
}
