import { Button } from "@/components/ui/button"
import { openConnect } from "@/components/wallet/store"
import type { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "@/components/wallet/wrong-chain"
import type { Purchase } from "./use-purchase"

type Props = {
  purchase: Purchase
  wallet: ReturnType<typeof useWallet>
  symbol: string
}

/** Connect, switch the chain, or buy: what comes next. */
export function PurchaseAction({ purchase, wallet, symbol }: Props) {
  const { isBlocked, obstacle, needsApproval, transaction } = purchase
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
        disabled={isBlocked}
        pending={transaction.isRunning}
        type="submit"
      >
        {obstacle === "empty"
          ? "Enter an amount"
          : needsApproval
            ? "Approve and buy shares"
            : "Buy shares"}
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
