"use client"

import type { Address } from "viem"
import { RefreshableQuote } from "@/components/ticket/quote-status"
import { SpokenQuote } from "@/components/ticket/spoken-quote"
import { SubmitButton } from "@/components/ticket/submit-button"
import type { TradeSettings } from "@/components/ticket/trade-settings"
import { TradeSettingsFields } from "@/components/ticket/trade-settings"
import { Form } from "@/components/ui/form"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import type { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount, formatUsd } from "@/lib/format"
import { routePrice } from "@/lib/tokens/pool-math"
import { canFall, quoteAtTax, type Side, splitFees, type TradePreview } from "@/lib/tokens/preview"
import type { AmountInput } from "./amount-entry"
import { AmountFields } from "./amount-fields"
import { formatAmountIn } from "./amount-input"
import { AutoVestNotice } from "./auto-vest-notice"
import { FreezeNotice } from "./freeze-notice"
import type { PoolState } from "./pool-state"
import { QuoteDetails } from "./quote-details"
import { SurgeCountdown } from "./surge-countdown"
import type { TicketToken } from "./ticket-token"
import { TradeSummary } from "./trade-summary"
import { type Ticket, useTicket } from "./use-ticket"
import { TradeWarnings } from "./warnings"

type Props = {
  token: TicketToken
  address: Address
  side: Side
  onSide: (side: Side) => void
  input: AmountInput
  onInput: (input: AmountInput) => void
  state: PoolState
  /** When the state was read, Unix milliseconds. */
  readAt: number
  refresh: () => Promise<PoolState | null>
  wallet: ReturnType<typeof useWallet>
  settings: TradeSettings
  onSettings: (changed: Partial<TradeSettings>) => void
}

export function TicketForm(props: Props) {
  const { token, side, state, wallet, settings, refresh } = props
  const { symbol } = token
  const ticket = useTicket({ ...props, symbol, owner: wallet.address })
  const { quote, pay, out } = ticket
  return (
    <Form className="grid grid-cols-1 gap-4" onSubmit={() => void ticket.trade()}>
      <TokenBanners {...props} ticket={ticket} />
      <AmountFields
        balance={pay.balance}
        input={quote.input}
        error={ticket.blocker?.kind === "input" ? ticket.blocker.sentence : null}
        isDisabled={ticket.isBusy}
        onInput={quote.edit}
        outSymbol={out.symbol}
        paySymbol={pay.symbol}
        preview={quote.preview}
        route={state.route}
        side={side}
      />
      <QuoteStatus price={routePrice(state.route)} symbol={symbol} ticket={ticket} />
      <TradeWarnings side={side} ticket={ticket} />
      <SubmitButton
        approvalSymbol={
          pay.needsApproval && ticket.blocker === null && !ticket.isBusy ? pay.symbol : null
        }
        connectLabel="Connect a wallet to trade"
        isBlocked={ticket.isBlocked}
        isBusy={ticket.isBusy}
        label={submitLabel(ticket, side, symbol)}
        wallet={wallet}
      />
      <TradeResult onSide={props.onSide} symbol={symbol} ticket={ticket} />
      {ticket.shown && (
        <RefreshableQuote onRefresh={refresh} readAt={props.readAt}>
          <Details {...props} preview={ticket.shown} ticket={ticket} />
        </RefreshableQuote>
      )}
      <TradeSettingsFields onChange={props.onSettings} paySymbol={pay.symbol} settings={settings} />
    </Form>
  )
}

/** Banners about this token's current state: a freeze, a surge tax. */
function TokenBanners({ token, side, state, wallet, ticket }: Props & { ticket: Ticket }) {
  const { route, surgeRate, freeze, clockOffset } = state
  const { shown, out } = ticket
  const waiting = shown && {
    amountOut: shown.amountOut,
    outSymbol: out.symbol,
    outAt: (rate: bigint) =>
      quoteAtTax(route, side, shown.amountIn, route.taxBasisPoints - surgeRate + rate),
  }
  return (
    <>
      {freeze && side === "buy" && (
        <FreezeNotice freeze={freeze} hasWallet={wallet.address !== undefined} />
      )}
      {token.autoVest && side === "buy" && (
        <AutoVestNotice autoVest={token.autoVest} symbol={token.symbol} />
      )}
      {token.surge && surgeRate > 0n && (
        <SurgeCountdown clockOffset={clockOffset} surge={token.surge} waiting={waiting} />
      )}
    </>
  )
}

type DetailsProps = Props & { ticket: Ticket; preview: TradePreview }

function Details({ token, side, state, settings, ticket, preview }: DetailsProps) {
  const { route, surgeRate, receivers } = state
  return (
    <QuoteDetails
      canFall={canFall(route)}
      fees={splitFees(preview, { total: route.taxBasisPoints, surge: surgeRate }, receivers)}
      isHub={token.isMain}
      minimumOut={ticket.out.minimumOut}
      outSymbol={ticket.out.symbol}
      preview={preview}
      side={side}
      slippage={settings.slippage}
      tokenSymbol={token.symbol}
    />
  )
}

function submitLabel({ blocker, pay }: Ticket, side: Side, symbol: string) {
  if (blocker?.kind === "empty") return "Enter an amount"
  const verb = side === "buy" ? "Buy" : "Sell"
  return pay.needsApproval ? `Approve and ${verb.toLowerCase()} ${symbol}` : `${verb} ${symbol}`
}

type QuoteStatusProps = { ticket: Ticket; symbol: string; price: bigint }

/** The price, and whether the router has confirmed the quote. */
function QuoteStatus({ ticket, symbol, price }: QuoteStatusProps) {
  return (
    <div className="-mt-3 grid gap-1 text-xs text-muted">
      <p className="figures flex min-w-0 gap-1">
        1 <bdi className="min-w-0 truncate">{symbol}</bdi>
        <span className="shrink-0">= {formatUsd(price)}</span>
      </p>
      <p className="min-h-4">
        {ticket.shown &&
          !ticket.quote.simulated.isRefused &&
          (ticket.quote.isConfirmed ? "Quote confirmed for the next block" : "Fetching quote…")}
      </p>
      <SpokenQuote text={describeQuote(ticket)} />
    </div>
  )
}

function describeQuote({ shown, pay, out }: Ticket) {
  if (!shown) return ""
  const received = formatAmount(shown.amountOut, 6)
  return `You pay ${formatAmountIn(shown.amountIn)} ${pay.symbol} and receive ${received} ${out.symbol}`
}

type TradeResultProps = { ticket: Ticket; symbol: string; onSide: (side: Side) => void }

/** The progress of a sent trade, then the amounts of its receipt. */
function TradeResult({ ticket, symbol, onSide }: TradeResultProps) {
  const { transaction, receipt } = ticket
  if (transaction.phase !== "done" || !receipt) {
    return <TransactionProgress state={transaction} success="Trade completed" />
  }
  return (
    <TradeSummary
      hash={transaction.hash}
      isIndexed={transaction.isIndexed}
      onAgain={(side) => {
        ticket.startOver()
        onSide(side)
      }}
      receipt={receipt}
      tokenSymbol={symbol}
    />
  )
}
