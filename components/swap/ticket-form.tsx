"use client"

import type { Address } from "viem"
import { ButtonLink } from "@/components/ui/button"
import { CheckField } from "@/components/ui/check-field"
import { Notice } from "@/components/ui/notice"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import type { useWallet } from "@/components/wallet/use-wallet"
import { AmountField } from "./amount-field"
import type { Market, Side } from "./market"
import { type Obstacle, tokenPrice } from "./preview"
import { QuoteLines } from "./quote-lines"
import { SlippageField } from "./slippage-field"
import { Action, FreezeNotice, Receive } from "./ticket-parts"
import { useTicket } from "./use-ticket"

type Props = {
  address: Address
  symbol: string
  side: Side
  market: Market
  wallet: ReturnType<typeof useWallet>
}

export function TicketForm({ address, symbol, side, market, wallet }: Props) {
  const ticket = useTicket({ address, symbol, side, market, owner: wallet.address })
  const { entry, pay, out, obstacle } = ticket
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void ticket.trade()
      }}
    >
      {market.freeze && side === "buy" && (
        <FreezeNotice freeze={market.freeze} hasWallet={wallet.address !== undefined} />
      )}
      <AmountField
        balance={pay.balance}
        error={obstacle && inputError(obstacle)}
        isDisabled={ticket.isRunning}
        label={side === "buy" ? "You pay" : "You sell"}
        onChange={entry.edit}
        symbol={pay.symbol}
        text={entry.text}
      />
      <Receive
        amountOut={out.preview?.amountOut}
        isConfirmed={out.isConfirmed}
        price={tokenPrice(market.route)}
        symbol={out.symbol}
        tokenSymbol={symbol}
      />
      {out.preview && out.preview.amountOut > 0n && (
        <QuoteLines
          minimumOut={out.minimumOut}
          outSymbol={out.symbol}
          preview={out.preview}
          slippage={entry.slippage}
          taxBasisPoints={market.route.taxBasisPoints}
        />
      )}
      <SlippageField onChange={entry.setSlippage} value={entry.slippage} />
      {obstacle && <ObstacleNotice obstacle={obstacle} side={side} />}
      {ticket.asksForImpact && (
        <CheckField
          checked={entry.acceptsImpact}
          hint="This trade alone moves the price that far against you. Several smaller trades do not help; less does."
          label="I accept a severe price impact"
          onChange={entry.setAcceptsImpact}
        />
      )}
      <Action
        isBlocked={ticket.isBlocked}
        isRunning={ticket.isRunning}
        label={actionLabel({ side, symbol, obstacle, needsApproval: pay.needsApproval })}
        wallet={wallet}
      />
      <TransactionProgress state={ticket.transaction} success={ticket.result} />
    </form>
  )
}

function ObstacleNotice({ obstacle, side }: { obstacle: Obstacle; side: Side }) {
  if (!("remedy" in obstacle)) return null
  const toFaucet = (
    <ButtonLink href="/faucet" look="secondary">
      To the faucet
    </ButtonLink>
  )
  return (
    <Notice
      action={obstacle.kind === "balance" && side === "buy" ? toFaucet : null}
      title={obstacle.sentence}
      tone="warning"
    >
      <p>{obstacle.remedy}</p>
    </Notice>
  )
}

function inputError(obstacle: Obstacle): string | null {
  switch (obstacle.kind) {
    case "malformed":
      return "Enter a number with at most 18 decimal places."
    case "zero":
      return "Enter an amount above zero."
    case "too-small":
      return "Too small to receive anything for it. Enter a larger amount."
    default:
      return null
  }
}

type Label = { side: Side; symbol: string; obstacle: Obstacle | null; needsApproval: boolean }

function actionLabel({ side, symbol, obstacle, needsApproval }: Label) {
  if (obstacle?.kind === "empty") return "Enter an amount"
  const verb = side === "buy" ? "Buy" : "Sell"
  return needsApproval ? `Approve and ${verb.toLowerCase()} ${symbol}` : `${verb} ${symbol}`
}
