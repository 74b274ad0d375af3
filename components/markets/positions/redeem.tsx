"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { WrongChain } from "@/components/wallet/connect/wrong-chain"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { useWallet } from "@/components/wallet/use-wallet"
import { toAddress } from "@/lib/chain/browser"
import { formatAmount } from "@/lib/format"
import { redeemCall } from "@/lib/markets/trading-calls"

/** `value` is the contract's payout, in USDB. */
export type Redeemable = { token: string; contract: string; name: string; value: bigint }

export type RedeemProps = {
  markets: readonly Redeemable[]
  /** Name of its transactions, on a page with several of these. */
  name?: string
}

/** Redeems in final markets, one transaction after the other. */
export function Redeem({ markets, name: transactionName = "redeem" }: RedeemProps) {
  const wallet = useWallet()
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const transaction = useTransaction({ name: transactionName, title: "Redeem" })
  const sum = markets.reduce((total, { value }) => total + value, 0n)
  const redeemAll = async () => {
    // Redeemed markets leave the list while this runs.
    const targets = [...markets]
    for (const [done, { token, contract, name, value }] of targets.entries()) {
      setProgress({ done, of: targets.length })
      const isDone = await transaction.run({
        title: `Redeem ${formatAmount(value)} USDB: ${name}`,
        call: redeemCall({ trading: toAddress(contract), market: toAddress(token) }),
        action: { action: "market.redeem", market: token },
      })
      if (!isDone) return
    }
    setProgress({ done: targets.length, of: targets.length })
  }
  if (wallet.isWrongChain) return <WrongChain />
  return (
    <div className="grid gap-3 empty:hidden">
      {markets.length > 0 && (
        <div className="grid gap-1">
          <Button onClick={redeemAll} pending={transaction.isRunning}>
            {markets.length === 1
              ? `Redeem ${formatAmount(sum)} USDB`
              : `Redeem all: ${formatAmount(sum)} USDB of ${markets.length} markets`}
          </Button>
          {markets.length > 1 && (
            <p className="text-xs text-muted">
              One transaction per market. Your wallet asks {markets.length} times.
            </p>
          )}
        </div>
      )}
      {progress && progress.of > 1 && (
        <p className="text-sm text-muted" role="status">
          {progress.done} of {progress.of} markets redeemed
        </p>
      )}
      <TransactionProgress
        hasApproval={false}
        state={transaction.state}
        success="The payout is in your wallet"
      />
    </div>
  )
}
