"use client"

import { Button } from "@/components/ui/button"
import { openConnect } from "@/components/wallet/store"
import type { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import type { Obstacle } from "./judgement"
import type { Side } from "./preview"

type Props = {
  wallet: ReturnType<typeof useWallet>
  isBlocked: boolean
  isBusy: boolean
  side: Side
  symbol: string
  paySymbol: string
  obstacle: Obstacle | null
  needsApproval: boolean
}

/** Connect, switch the chain, or trade: what comes next. */
export function Action(props: Props) {
  const { wallet, isBlocked, isBusy, obstacle, needsApproval, paySymbol } = props
  if (wallet.status !== "connected") {
    return (
      <Button className="min-h-12" onClick={openConnect} pending={wallet.status === "connecting"}>
        Connect a wallet to trade
      </Button>
    )
  }
  if (wallet.isWrongChain) return <WrongChain />
  return (
    <div className="grid gap-1">
      <Button className="min-h-12" disabled={isBlocked} pending={isBusy} type="submit">
        {actionLabel(props)}
      </Button>
      {needsApproval && obstacle === null && !isBusy && (
        <p className="text-center text-xs text-muted">
          Two requests come to your wallet: first to let the exchange take your {paySymbol}, then
          the trade.
        </p>
      )}
    </div>
  )
}

function actionLabel({ side, symbol, obstacle, needsApproval }: Props) {
  if (obstacle?.kind === "empty") return "Enter an amount"
  const verb = side === "buy" ? "Buy" : "Sell"
  return needsApproval ? `Approve and ${verb.toLowerCase()} ${symbol}` : `${verb} ${symbol}`
}
