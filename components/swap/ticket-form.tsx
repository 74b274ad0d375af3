"use client"

import type { Address } from "viem"
import { FreezeNotice } from "@/components/ticket/notices"
import { TradeSettingsFields } from "@/components/ticket/trade-settings"
import type { TradeSettings } from "@/components/ticket/use-trade-settings"
import type { useWallet } from "@/components/wallet/use-wallet"
import { formatAmount } from "@/lib/format"
import { AmountFields } from "./amount-fields"
import { type AmountInput, formatAmountIn } from "./amount-input"
import type { PoolState } from "./pool-state"
import { canFall, quoteAtTax, type Side, splitFees, type TradePreview } from "./preview"
import { QuoteDetails } from "./quote-details"
import { QuoteStatus, RefreshableQuote } from "./quote-status"
import { SubmitButton } from "./submit-button"
import { SurgeCountdown } from "./surge-countdown"
import type { TicketToken } from "./ticket-token"
import { TradeResult } from "./trade-result"
import { type Ticket, useTicket } from "./use-ticket"
import { TradeWarnings } from "./warnings"

type Props = {
  token: TicketToken
  address: Address
  side: Side
  onSide: (side: Side) => void
  input: AmountInput
  onInput: (entry: AmountInput) => void
  state: PoolState
  /** When the market was read, in milliseconds. */
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
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void ticket.trade()
      }}
    >
      <TokenBanners {...props} ticket={ticket} />
      <AmountFields
        balance={pay.balance}
        input={quote.entry}
        error={ticket.obstacle?.kind === "input" ? ticket.obstacle.sentence : null}
        isDisabled={ticket.isBusy}
        onInput={quote.edit}
        outSymbol={out.symbol}
        paySymbol={pay.symbol}
        preview={quote.preview}
        route={state.route}
        side={side}
      />
      <QuoteStatus
        announcement={describeQuote(ticket)}
        isConfirmed={quote.isConfirmed}
        isShown={ticket.shown !== null}
        route={state.route}
        symbol={symbol}
      />
      <TradeWarnings side={side} ticket={ticket} />
      <SubmitButton side={side} symbol={symbol} ticket={ticket} wallet={wallet} />
      <TradeResult onSide={props.onSide} symbol={symbol} ticket={ticket} />
      {ticket.shown && (
        <RefreshableQuote onRefresh={refresh} readAt={props.readAt}>
          <Details {...props} preview={ticket.shown} ticket={ticket} />
        </RefreshableQuote>
      )}
      <TradeSettingsFields onChange={props.onSettings} paySymbol={pay.symbol} settings={settings} />
    </form>
  )
}

/** What is special about this token now: who may buy it, and a tax that falls. */
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

/** Read out once the router has confirmed what was asked for. */
function describeQuote({ quote: { seen, isConfirmed }, pay, out }: Ticket) {
  if (!seen || !isConfirmed) return ""
  const received = formatAmount(seen.amountOut, 6)
  return `You pay ${formatAmountIn(seen.amountIn)} ${pay.symbol} and receive ${received} ${out.symbol}`
}
