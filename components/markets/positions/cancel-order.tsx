"use client"

import { useState } from "react"
import { encodeFunctionData } from "viem"
import { Button } from "@/components/ui/button"
import { TransactionProgress } from "@/components/wallet/transaction-progress"
import { useTransaction } from "@/components/wallet/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { marketTradingAbi } from "@/lib/chain/generated/MarketTrading"

/** An order as its contract knows it. */
export type CancelTarget = { token: string; contract: string; orderId: number }

export type CancelOrderProps = {
  orders: readonly CancelTarget[]
  /** For screen readers: which order. */
  label: string
}

/** Takes orders back, one transaction for each; their shares are free again at once. */
export function CancelOrder({ orders, label }: CancelOrderProps) {
  const [first] = orders
  const name =
    orders.length === 1 && first ? `cancel.${first.token}.${first.orderId}` : "cancel.all"
  const [left, setLeft] = useState(0)
  const transaction = useTransaction({ name, title: label })
  const cancel = async () => {
    const asked = [...orders]
    for (const [index, { token, contract, orderId }] of asked.entries()) {
      setLeft(asked.length - index)
      const isDone = await transaction.run({
        call: {
          to: toAddress(contract),
          data: encodeFunctionData({
            abi: marketTradingAbi,
            functionName: "cancelOrder",
            args: [toAddress(token), BigInt(orderId)],
          }),
        },
      })
      if (!isDone) return
    }
  }
  const { phase } = transaction.state
  return (
    <div className="grid gap-2">
      <Button
        aria-label={label}
        look="secondary"
        onClick={cancel}
        pending={transaction.isRunning}
        size="sm"
      >
        {orders.length === 1 ? "Cancel" : `Cancel all ${orders.length}`}
      </Button>
      {transaction.isRunning && orders.length > 1 && (
        <p className="text-sm text-muted" role="status">
          {left} left
        </p>
      )}
      {phase === "failed" && (
        <TransactionProgress hasApproval={false} state={transaction.state} success="Cancelled" />
      )}
    </div>
  )
}
