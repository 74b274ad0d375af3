"use client"

import { useState } from "react"
import type { Address } from "viem"
import { Button, ButtonLink } from "@/components/ui/button"
import { CheckField } from "@/components/ui/check-field"
import { Notice } from "@/components/ui/notice"
import { useBrowserConfig } from "@/components/wallet/config"
import { useWalletDialogs } from "@/components/wallet/dialogs"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useTransaction } from "@/components/wallet/use-transaction"
import type { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { amount as formatted, parseAmount, usd } from "@/lib/format"
import { minimumOut as leastAccepted } from "@/lib/tokens/math"
import { AmountField } from "./amount-field"
import type { Market, Side } from "./market"
import { findObstacle, impactLevel, type Obstacle, previewTrade, tokenPrice } from "./preview"
import { QuoteLines } from "./quote-lines"
import { SlippageField } from "./slippage-field"
import { type Agreed, received, tradeRequest } from "./trade"
import { useRouterQuote } from "./use-market"

const DEFAULT_SLIPPAGE_BASIS_POINTS = 100n

type Props = {
  address: Address
  symbol: string
  side: Side
  market: Market
  wallet: ReturnType<typeof useWallet>
}

export function TicketForm({ address, symbol, side, market, wallet }: Props) {
  const { contracts } = useBrowserConfig()
  const transaction = useTransaction()
  const [text, setText] = useState("")
  const [slippage, setSlippage] = useState(DEFAULT_SLIPPAGE_BASIS_POINTS)
  const [acceptsImpact, setAcceptsImpact] = useState(false)
  const [result, setResult] = useState("")

  const [paySymbol, outSymbol] = side === "buy" ? ["USDB", symbol] : [symbol, "USDB"]
  const amount = parseAmount(text)
  const computed = amount ? previewTrade(market.route, side, amount) : null
  // The router's own answer stands once it is there; until then its twin has answered.
  const confirmed = useRouterQuote({ side, token: address, amount, owner: wallet.address })
  const preview = computed && { ...computed, amountOut: confirmed ?? computed.amountOut }
  const minimumOut = preview ? leastAccepted(preview.amountOut, slippage) : 0n
  const obstacle = findObstacle({ market, side, text, amount, preview, paySymbol })
  const isSevere = preview !== null && impactLevel(preview.impact) === "severe"
  const pay = market.wallet?.pay[side]
  const needsApproval = pay !== undefined && amount !== null && pay.allowance < amount

  const edit = (next: string) => {
    setText(next)
    setAcceptsImpact(false)
    if (!transaction.isRunning) transaction.reset()
  }

  const trade = async () => {
    if (!amount || !preview || obstacle) return
    const agreed: Agreed = { side, token: address, amount, minimumOut }
    const isDone = await transaction.run({
      ...tradeRequest(agreed, contracts),
      onMined: (receipt) =>
        setResult(
          `${side === "buy" ? "Bought" : "Sold for"} ${formatted(received(receipt, agreed, contracts))} ${outSymbol}`,
        ),
    })
    if (isDone) setText("")
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void trade()
      }}
    >
      {market.freeze && side === "buy" && (
        <FreezeNotice freeze={market.freeze} hasWallet={wallet.address !== undefined} />
      )}
      <AmountField
        balance={pay?.balance}
        error={obstacle && inputError(obstacle)}
        isDisabled={transaction.isRunning}
        label={side === "buy" ? "You pay" : "You sell"}
        onChange={edit}
        symbol={paySymbol}
        text={text}
      />
      <Receive
        amountOut={preview?.amountOut}
        isConfirmed={confirmed !== undefined}
        price={tokenPrice(market.route)}
        symbol={outSymbol}
        tokenSymbol={symbol}
      />
      {preview && preview.amountOut > 0n && (
        <QuoteLines
          minimumOut={minimumOut}
          outSymbol={outSymbol}
          preview={preview}
          slippage={slippage}
          taxBasisPoints={market.route.taxBasisPoints}
        />
      )}
      <SlippageField onChange={setSlippage} value={slippage} />
      {obstacle && "remedy" in obstacle && (
        <Notice
          action={
            obstacle.kind === "balance" &&
            side === "buy" && (
              <ButtonLink href="/faucet" look="secondary">
                To the faucet
              </ButtonLink>
            )
          }
          title={obstacle.sentence}
          tone="warning"
        >
          <p>{obstacle.remedy}</p>
        </Notice>
      )}
      {isSevere && !obstacle && (
        <CheckField
          checked={acceptsImpact}
          hint="This trade alone moves the price that far against you. Several smaller trades do not help; less does."
          label="I accept a severe price impact"
          onChange={setAcceptsImpact}
        />
      )}
      <Action
        isBlocked={obstacle !== null || !preview || (isSevere && !acceptsImpact)}
        isRunning={transaction.isRunning}
        label={actionLabel({ side, symbol, obstacle, needsApproval })}
        wallet={wallet}
      />
      <TransactionProgress state={transaction.state} success={result} />
    </form>
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

type ReceiveProps = {
  amountOut: bigint | undefined
  isConfirmed: boolean
  price: bigint
  symbol: string
  tokenSymbol: string
}

function Receive({ amountOut, isConfirmed, price, symbol, tokenSymbol }: ReceiveProps) {
  return (
    <div className="rounded-control bg-sunken p-3">
      <div className="flex justify-between gap-3 text-sm text-muted">
        <span>You receive</span>
        <span className="figures">
          1 {tokenSymbol} = {usd(price)}
        </span>
      </div>
      <output
        aria-label="You receive"
        className="figures mt-1 flex items-baseline justify-between gap-3 text-lg font-semibold"
      >
        <span data-testid="amount-out">
          {amountOut === undefined ? "0" : formatted(amountOut, 6)}
        </span>
        <span className="text-sm font-normal text-muted">{symbol}</span>
      </output>
      <p className="mt-1 flex min-h-4 items-center gap-1 text-xs text-muted">
        {amountOut !== undefined &&
          (isConfirmed
            ? "Confirmed by the router’s own quote"
            : "Asking the router for its quote …")}
      </p>
    </div>
  )
}

type ActionProps = {
  wallet: ReturnType<typeof useWallet>
  isBlocked: boolean
  isRunning: boolean
  label: string
}

function Action({ wallet, isBlocked, isRunning, label }: ActionProps) {
  const { openConnect } = useWalletDialogs()
  if (wallet.status !== "connected") {
    return (
      <Button className="min-h-12" onClick={openConnect} pending={wallet.status === "connecting"}>
        Connect a wallet to trade
      </Button>
    )
  }
  if (wallet.isWrongChain) return <WrongChain />
  return (
    <Button className="min-h-12" disabled={isBlocked} pending={isRunning} type="submit">
      {label}
    </Button>
  )
}

function FreezeNotice({
  freeze,
  hasWallet,
}: {
  freeze: NonNullable<Market["freeze"]>
  hasWallet: boolean
}) {
  return (
    <Notice title="Frozen: only whitelisted wallets may buy">
      {freeze.isWhitelisted ? (
        <p>Your wallet is whitelisted and may still buy for {usd(freeze.leftUsd)}.</p>
      ) : (
        <p>
          {hasWallet
            ? "Your wallet is not on the list. Selling is open to every holder."
            : "Connect a wallet to see whether it is on the list."}
        </p>
      )}
    </Notice>
  )
}
