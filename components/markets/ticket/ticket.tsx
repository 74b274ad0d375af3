"use client"

import { useEffect, useState } from "react"
import type { Address } from "viem"
import { WhileFresh } from "@/components/swap/quote-state"
import { TradeSettingsFields } from "@/components/swap/trade-settings"
import { AmountField } from "@/components/ui/amount-field"
import { Button } from "@/components/ui/button"
import { NativeSelect } from "@/components/ui/native-select"
import { useBrowserConfig } from "@/components/wallet/config"
import { describeFailure } from "@/components/wallet/failure"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { amount, exactAmount } from "@/lib/format"
import { OutcomeChoice } from "./outcome-choice"
import { PayoutLine } from "./payout-line"
import { PoolOnly } from "./pool-only"
import { PurchaseAction } from "./purchase-action"
import { PurchaseRemarks } from "./purchase-remarks"
import { QuoteLines } from "./quote-lines"
import { StageNotice } from "./stage-notice"
import type { TicketMarket, TicketOrder } from "./ticket-market"
import { usePayTokens } from "./use-pay-tokens"
import { type Purchase, usePurchase } from "./use-purchase"
import { onWish, type Wish } from "./wish"

export type TicketProps = {
  market: TicketMarket
  orders: readonly TicketOrder[]
  outcome: number
  /** What it is opened for, where it does not stand on the page already. */
  wish?: Wish
}

/** Buys shares of an outcome from the order book and the pool in one go. */
export function Ticket({ market, orders, outcome: first, wish: opening }: TicketProps) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const entry = useEntry({ market: market.address, first, usdb: contracts.usdb, opening })
  const { outcome, text, input } = entry
  const tokens = usePayTokens(market.address, wallet.address)
  const purchase = usePurchase({ market, orders, outcome, text, input, owner: wallet.address })
  const { balance, obstacle, quote, reading, settings, transaction } = purchase
  const symbol = tokens.find(({ address }) => address === input)?.symbol ?? "USDB"
  const isBusy = transaction.isRunning
  const edit = (change: Partial<Entry>) => {
    entry.change(change)
    purchase.startOver()
  }
  const buy = async () => {
    if (await purchase.buy()) entry.change({ text: "" })
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
      <StageNotice market={market} outcome={outcome} />
      <AmountField
        balance={balance === undefined ? undefined : { amount: balance }}
        chips={["25", "50", "max"]}
        error={obstacle === "malformed" ? "Enter a number with at most 18 decimal places." : null}
        isDisabled={isBusy}
        label="You pay"
        onChange={(next) => edit({ text: next })}
        unit={symbol}
        usd={input !== contracts.usdb && quote && `Worth ${amount(quote.usdc, 2)} USDB`}
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
      <Source purchase={purchase} />
      <PurchaseRemarks purchase={purchase} symbol={symbol} />
      <PurchaseAction purchase={purchase} symbol={symbol} wallet={wallet} />
      <TransactionProgress
        hasApproval={purchase.needsApproval}
        state={transaction.state}
        success={successOf(purchase)}
      />
      {transaction.state.phase === "failed" && !transaction.state.failure.isRefusal && (
        <PoolOnly purchase={purchase} />
      )}
      {quote && (
        <WhileFresh onRefresh={reading.refetch} readAt={reading.dataUpdatedAt}>
          <QuoteLines minShares={purchase.minShares} quote={quote} slippage={settings.slippage} />
        </WhileFresh>
      )}
      <TradeSettingsFields
        hasLimit={false}
        onChange={purchase.changeSettings}
        paySymbol={symbol}
        settings={settings}
      />
    </form>
  )
}

type Entry = { outcome: number; text: string; input: Address }

type EntryOptions = { market: string; first: number; usdb: Address; opening: Wish | undefined }

/** What is entered; what another part of the page asks for takes its place. */
function useEntry({ market, first, usdb, opening }: EntryOptions) {
  const [entry, setEntry] = useState<Entry>(() =>
    granted(opening ?? null, { outcome: first, text: "", input: usdb }, usdb),
  )
  const [lastFirst, setLastFirst] = useState(first)
  if (first !== lastFirst) {
    setLastFirst(first)
    setEntry({ ...entry, outcome: first })
  }
  useEffect(
    () => onWish(market, (wish) => setEntry((before) => granted(wish, before, usdb))),
    [market, usdb],
  )
  const change = (changed: Partial<Entry>) => setEntry((before) => ({ ...before, ...changed }))
  return { ...entry, change }
}

/** An entry as somebody wishes it: amounts of wishes are USDB. */
function granted(wish: Wish | null, before: Entry, usdb: Address): Entry {
  if (!wish) return before
  const { outcome, usdc } = wish
  return usdc === null ? { ...before, outcome } : { outcome, input: usdb, text: exactAmount(usdc) }
}

/** Whose word the quote is; or why there is none. */
function Source({ purchase: { quote, reading, standing } }: { purchase: Purchase }) {
  return (
    <>
      {reading.isError && (
        <FailureNotice
          action={
            <Button look="secondary" onClick={() => reading.refetch()} pending={reading.isFetching}>
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

function successOf({ bought }: Purchase) {
  return bought ? `${amount(bought.shares, 2)} shares are yours` : "The shares are yours"
}
