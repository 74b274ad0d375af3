"use client"

import type { Address } from "viem"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import type { useWallet } from "@/components/wallet/use-wallet"
import { amount } from "@/lib/format"
import { shownIn } from "./entry"
import { largeShare } from "./judgement"
import type { Market } from "./market"
import { canFall, feesOf, outAtTax, type Side } from "./preview"
import { QuoteDetails } from "./quote-details"
import { QuoteState, WhileFresh } from "./quote-state"
import { SurgeClock } from "./surge-clock"
import { Action } from "./ticket-action"
import {
  ConsentField,
  FreezeNotice,
  ImpactNotice,
  LargeShareNotice,
  ObstacleNotice,
  PriceMoved,
} from "./ticket-notices"
import type { TicketToken } from "./ticket-token"
import { TradeFields } from "./trade-fields"
import { TradeSettingsFields } from "./trade-settings"
import { TradeSummary } from "./trade-summary"
import type { Seen } from "./use-quote"
import { useTicket } from "./use-ticket"
import type { TradeSettings } from "./use-trade-settings"

type Props = {
  token: TicketToken
  address: Address
  side: Side
  onSide: (side: Side) => void
  market: Market
  /** When the market was read, in milliseconds. */
  readAt: number
  refresh: () => Promise<Market | null>
  wallet: ReturnType<typeof useWallet>
  settings: TradeSettings
  onSettings: (changed: Partial<TradeSettings>) => void
}

export function TicketForm(props: Props) {
  const { token, address, side, market, wallet, settings } = props
  const { symbol } = token
  const ticket = useTicket({
    address,
    symbol,
    side,
    market,
    owner: wallet.address,
    settings,
    refresh: props.refresh,
  })
  const { quote, pay, out, obstacle, level } = ticket
  const { preview } = quote
  const { route, surgeRate, receivers, freeze } = market
  const isShown = preview !== null && preview.amountOut > 0n
  const isJudged = isShown && !ticket.isBusy && obstacle === null
  const share =
    isJudged && pay.balance !== undefined ? largeShare(preview.amountIn, pay.balance) : null
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void ticket.trade()
      }}
    >
      {freeze && side === "buy" && (
        <FreezeNotice freeze={freeze} hasWallet={wallet.address !== undefined} />
      )}
      {token.surge && surgeRate > 0n && (
        <SurgeClock
          clockOffset={market.clockOffset}
          surge={token.surge}
          waiting={
            isShown
              ? {
                  amountOut: preview.amountOut,
                  outSymbol: out.symbol,
                  outAt: (rate) => {
                    const total = route.taxBasisPoints - surgeRate + rate
                    return outAtTax(route, side, preview.amountIn, total)
                  },
                }
              : null
          }
        />
      )}
      <TradeFields
        balance={pay.balance}
        entry={quote.entry}
        error={obstacle?.kind === "input" ? obstacle.sentence : null}
        isDisabled={ticket.isBusy}
        onEntry={quote.edit}
        outSymbol={out.symbol}
        paySymbol={pay.symbol}
        preview={preview}
        route={route}
        side={side}
      />
      <QuoteState
        announcement={announcementOf(quote, pay.symbol, out.symbol)}
        isConfirmed={quote.isConfirmed}
        isShown={isShown}
        route={route}
        symbol={symbol}
      />
      {obstacle && <ObstacleNotice obstacle={obstacle} side={side} />}
      {isJudged && <ImpactNotice impact={preview.impact} level={level} />}
      {share !== null && <LargeShareNotice percentUsed={share} symbol={pay.symbol} />}
      {ticket.consent.isAsked && preview && (
        <ConsentField
          impact={preview.impact}
          isDisabled={ticket.isBusy}
          onChange={ticket.consent.setText}
          text={ticket.consent.text}
        />
      )}
      {quote.worse !== null && !ticket.isBusy && (
        <PriceMoved onAccept={quote.accept} worse={quote.worse} />
      )}
      <Action
        isBlocked={ticket.isBlocked || quote.worse !== null}
        isBusy={ticket.isBusy}
        needsApproval={pay.needsApproval}
        obstacle={obstacle}
        paySymbol={pay.symbol}
        side={side}
        symbol={symbol}
        wallet={wallet}
      />
      {ticket.transaction.phase === "done" && ticket.settled ? (
        <TradeSummary
          hash={ticket.transaction.hash}
          isIndexed={ticket.transaction.isIndexed}
          onAgain={(next) => {
            ticket.startOver()
            props.onSide(next)
          }}
          settled={ticket.settled}
          tokenSymbol={symbol}
        />
      ) : (
        <TransactionProgress state={ticket.transaction} success="" />
      )}
      {isShown && (
        <WhileFresh onRefresh={props.refresh} readAt={props.readAt}>
          <QuoteDetails
            canFall={canFall(route)}
            fees={feesOf(preview, { total: route.taxBasisPoints, surge: surgeRate }, receivers)}
            isHub={token.isMain}
            minimumOut={out.minimumOut}
            outSymbol={out.symbol}
            preview={preview}
            side={side}
            slippage={settings.slippage}
            tokenSymbol={symbol}
          />
        </WhileFresh>
      )}
      <TradeSettingsFields onChange={props.onSettings} paySymbol={pay.symbol} settings={settings} />
    </form>
  )
}

/** Said once the router has confirmed what was asked for. */
function announcementOf(
  { seen, isConfirmed }: { seen: Seen | null; isConfirmed: boolean },
  paySymbol: string,
  outSymbol: string,
) {
  if (!seen || !isConfirmed) return ""
  return `You pay ${shownIn(seen.amountIn)} ${paySymbol} and receive ${amount(seen.amountOut, 6)} ${outSymbol}`
}
