"use client"

import { useEffect, useState } from "react"
import { type Address, isAddressEqual } from "viem"
import { TradeSettingsFields } from "@/components/swap/trade-settings"
import { AmountField } from "@/components/ui/amount-field"
import { Button, ButtonLink } from "@/components/ui/button"
import { NativeSelect } from "@/components/ui/native-select"
import { Notice } from "@/components/ui/notice"
import { useBrowserConfig } from "@/components/wallet/config"
import { describeFailure } from "@/components/wallet/failure"
import { FailureNotice } from "@/components/wallet/failure-notice"
import { openConnect } from "@/components/wallet/store"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { toAddress } from "@/lib/chain/browser"
import { amount, exactAmount } from "@/lib/format"
import { OutcomeChoice } from "./outcome-choice"
import { QuoteLines } from "./quote-lines"
import type { TicketMarket, TicketOrder } from "./ticket-market"
import { usePayTokens } from "./use-pay-tokens"
import { type Purchase, usePurchase } from "./use-purchase"
import { onWish } from "./wish"

export type TicketProps = {
  market: TicketMarket
  orders: readonly TicketOrder[]
  outcome: number
}

/** Buys shares of an outcome from the order book and the pool in one go. */
export function Ticket({ market, orders, outcome: first }: TicketProps) {
  const { contracts } = useBrowserConfig()
  const wallet = useWallet()
  const [outcome, setOutcome] = useState(first)
  const [text, setText] = useState("")
  const [input, setInput] = useState<Address>(contracts.usdb)
  const tokens = usePayTokens(market.address, wallet.address)
  const purchase = usePurchase({ market, orders, outcome, text, input })
  const { balance, obstacle, quote, reading, transaction } = purchase
  useEffect(() => setOutcome(first), [first])
  useEffect(
    () =>
      onWish(market.address, (wish) => {
        setOutcome(wish.outcome)
        if (wish.usdc === null) return
        setInput(contracts.usdb)
        setText(exactAmount(wish.usdc))
      }),
    [market.address, contracts.usdb],
  )
  const symbol = tokens.find(({ address }) => isAddressEqual(address, input))?.symbol ?? "USDB"
  const isBusy = transaction.isRunning
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void purchase.buy()
      }}
    >
      <OutcomeChoice
        isDisabled={isBusy}
        onChange={setOutcome}
        outcomes={market.outcomes}
        value={outcome}
      />
      <AmountField
        error={obstacle === "malformed" ? "Enter a number with at most 18 decimal places." : null}
        isDisabled={isBusy}
        label="You pay"
        onChange={setText}
        unit={symbol}
        value={text}
        {...(balance !== undefined && { balance: { amount: balance } })}
        chips={["25", "50", "max"]}
      />
      {tokens.length > 1 && (
        <NativeSelect
          disabled={isBusy}
          key={input}
          label="Pay with"
          onChange={(event) => {
            setInput(toAddress(event.target.value))
            setText("")
          }}
          options={tokens.map((token) => [token.address, token.symbol] as const)}
          value={input}
        />
      )}
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
          (purchase.isConfirmed
            ? "Confirmed by the market’s own quote"
            : "Asking the market for its quote …")}
      </p>
      <Remedy obstacle={obstacle} symbol={symbol} />
      <Action isEmpty={text.trim() === ""} purchase={purchase} symbol={symbol} wallet={wallet} />
      <TransactionProgress
        hasApproval={purchase.needsApproval}
        state={transaction.state}
        success={quote ? `${amount(quote.shares, 2)} shares are yours` : "The shares are yours"}
      />
      {quote && (
        <QuoteLines
          minShares={purchase.minShares}
          quote={quote}
          slippage={purchase.settings.slippage}
        />
      )}
      <TradeSettingsFields
        onChange={purchase.changeSettings}
        paySymbol={symbol}
        settings={purchase.settings}
      />
    </form>
  )
}

function Remedy({ obstacle, symbol }: { obstacle: Purchase["obstacle"]; symbol: string }) {
  if (obstacle === "balance") {
    return (
      <Notice
        action={
          symbol === "USDB" ? (
            <ButtonLink href="/faucet" look="secondary">
              Get USDB
            </ButtonLink>
          ) : undefined
        }
        title={`Not enough ${symbol}`}
        tone="warning"
      >
        <p>
          {symbol === "USDB"
            ? "The faucet gives some every day."
            : "Enter less, or pay with another token."}
        </p>
      </Notice>
    )
  }
  if (obstacle === "tooSmall") {
    return (
      <Notice title="Too small" tone="warning">
        <p>This buys no share at all. Enter a larger amount.</p>
      </Notice>
    )
  }
  if (obstacle === "notAdmitted") {
    return (
      <Notice title="This wallet is not admitted" tone="warning">
        <p>
          Only wallets the creator has admitted may buy in this private market. Ask the creator.
        </p>
      </Notice>
    )
  }
  if (obstacle === "final") {
    return (
      <Notice title="The outcome is final">
        <p>Shares can no longer be bought. Winners redeem on this page or in their portfolio.</p>
      </Notice>
    )
  }
  return null
}

type ActionProps = {
  purchase: Purchase
  wallet: ReturnType<typeof useWallet>
  symbol: string
  isEmpty: boolean
}

/** Connect, switch the chain, or buy: what comes next. */
function Action({ purchase, wallet, symbol, isEmpty }: ActionProps) {
  const { obstacle, quote, needsApproval, transaction } = purchase
  if (wallet.status !== "connected") {
    return (
      <Button className="min-h-12" onClick={openConnect} pending={wallet.status === "connecting"}>
        Connect a wallet to buy
      </Button>
    )
  }
  if (wallet.isWrongChain) return <WrongChain />
  return (
    <div className="grid gap-1">
      <Button
        className="min-h-12"
        disabled={obstacle !== null || quote === null}
        pending={transaction.isRunning}
        type="submit"
      >
        {isEmpty ? "Enter an amount" : needsApproval ? "Approve and buy shares" : "Buy shares"}
      </Button>
      {needsApproval && obstacle === null && !transaction.isRunning && (
        <p className="text-center text-xs text-muted">
          Two requests come to your wallet: first to let the market take your {symbol}, then the
          purchase.
        </p>
      )}
    </div>
  )
}
