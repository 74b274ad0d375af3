"use client"

import type { Address } from "viem"
import type { useWallet } from "@/components/wallet/use-wallet"
import { amount } from "@/lib/format"
import { type Entry, shownIn } from "./entry"
import type { Market } from "./market"
import { canFall, feesOf, outAtTax, type Preview, type Side } from "./preview"
import { QuoteDetails } from "./quote-details"
import { QuoteState, WhileFresh } from "./quote-state"
import { SurgeClock } from "./surge-clock"
import { Action } from "./ticket-action"
import { FreezeNotice } from "./ticket-notices"
import { TicketOutcome } from "./ticket-outcome"
import { TicketRemarks } from "./ticket-remarks"
import type { TicketToken } from "./ticket-token"
import { TradeFields } from "./trade-fields"
import { TradeSettingsFields } from "./trade-settings"
import { type Ticket, useTicket } from "./use-ticket"
import type { TradeSettings } from "./use-trade-settings"

type Props = {
  token: TicketToken
  address: Address
  side: Side
  onSide: (side: Side) => void
  entry: Entry
  onEntry: (entry: Entry) => void
  market: Market
  /** When the market was read, in milliseconds. */
  readAt: number
  refresh: () => Promise<Market | null>
  wallet: ReturnType<typeof useWallet>
  settings: TradeSettings
  onSettings: (changed: Partial<TradeSettings>) => void
}

export function TicketForm(props: Props) {
  const { token, side, market, wallet, settings, refresh } = props
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
      <Circumstances {...props} ticket={ticket} />
      <TradeFields
        balance={pay.balance}
        entry={quote.entry}
        error={ticket.obstacle?.kind === "input" ? ticket.obstacle.sentence : null}
        isDisabled={ticket.isBusy}
        onEntry={quote.edit}
        outSymbol={out.symbol}
        paySymbol={pay.symbol}
        preview={quote.preview}
        route={market.route}
        side={side}
      />
      <QuoteState
        announcement={announcementOf(ticket)}
        isConfirmed={quote.isConfirmed}
        isShown={ticket.shown !== null}
        route={market.route}
        symbol={symbol}
      />
      <TicketRemarks side={side} ticket={ticket} />
      <Action side={side} symbol={symbol} ticket={ticket} wallet={wallet} />
      <TicketOutcome onSide={props.onSide} symbol={symbol} ticket={ticket} />
      {ticket.shown && (
        <WhileFresh onRefresh={refresh} readAt={props.readAt}>
          <Details {...props} preview={ticket.shown} ticket={ticket} />
        </WhileFresh>
      )}
      <TradeSettingsFields onChange={props.onSettings} paySymbol={pay.symbol} settings={settings} />
    </form>
  )
}

/** What is special about this token now: who may buy it, and a tax that falls. */
function Circumstances({ token, side, market, wallet, ticket }: Props & { ticket: Ticket }) {
  const { route, surgeRate, freeze, clockOffset } = market
  const { shown, out } = ticket
  const waiting = shown && {
    amountOut: shown.amountOut,
    outSymbol: out.symbol,
    outAt: (rate: bigint) =>
      outAtTax(route, side, shown.amountIn, route.taxBasisPoints - surgeRate + rate),
  }
  return (
    <>
      {freeze && side === "buy" && (
        <FreezeNotice freeze={freeze} hasWallet={wallet.address !== undefined} />
      )}
      {token.surge && surgeRate > 0n && (
        <SurgeClock clockOffset={clockOffset} surge={token.surge} waiting={waiting} />
      )}
    </>
  )
}

type DetailsProps = Props & { ticket: Ticket; preview: Preview }

function Details({ token, side, market, settings, ticket, preview }: DetailsProps) {
  const { route, surgeRate, receivers } = market
  return (
    <QuoteDetails
      canFall={canFall(route)}
      fees={feesOf(preview, { total: route.taxBasisPoints, surge: surgeRate }, receivers)}
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
function announcementOf({ quote: { seen, isConfirmed }, pay, out }: Ticket) {
  if (!seen || !isConfirmed) return ""
  const received = amount(seen.amountOut, 6)
  return `You pay ${shownIn(seen.amountIn)} ${pay.symbol} and receive ${received} ${out.symbol}`
}
