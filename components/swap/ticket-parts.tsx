"use client"

import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { openConnect } from "@/components/wallet/store"
import type { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import { amount as formatted, usd } from "@/lib/format"
import type { Market } from "./market"

type ReceiveProps = {
  amountOut: bigint | undefined
  isConfirmed: boolean
  price: bigint
  symbol: string
  tokenSymbol: string
}

/** What the trade gives, and whose word that is. */
export function Receive({ amountOut, isConfirmed, price, symbol, tokenSymbol }: ReceiveProps) {
  return (
    <div className="rounded-control bg-sunken p-3">
      <div className="flex justify-between gap-3 text-sm text-muted">
        <span className="shrink-0">You receive</span>
        <span className="figures flex min-w-0 gap-1">
          <span className="flex min-w-0 gap-1">
            1 <bdi className="min-w-0 truncate">{tokenSymbol}</bdi>
          </span>
          <span className="shrink-0">= {usd(price)}</span>
        </span>
      </div>
      <output
        aria-label="You receive"
        className="figures mt-1 flex items-baseline justify-between gap-3 text-lg font-semibold"
      >
        <span className="shrink-0" data-testid="amount-out">
          {amountOut === undefined ? "0" : formatted(amountOut, 6)}
        </span>
        <bdi className="min-w-0 truncate text-sm font-normal text-muted">{symbol}</bdi>
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

/** Connect, switch the chain, or trade: what comes next. */
export function Action({ wallet, isBlocked, isRunning, label }: ActionProps) {
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

export function FreezeNotice({
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
