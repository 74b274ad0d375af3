"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { useTransaction } from "@/components/wallet/transactions/use-transaction"
import { toAddress } from "@/lib/chain/browser"
import { cancelCall } from "@/lib/markets/trading-calls"

/** An order of a market contract. */
type CancelTarget = { token: string; contract: string; orderId: number }

export type CancelOrderProps = { order: CancelTarget }

export function CancelOrder({ order }: CancelOrderProps) {
  const label = `Cancel order ${order.orderId}`
  const { transaction, cancel } = useCancelOrder(`cancel.${order.token}.${order.orderId}`, label)
  return (
    <div className="grid gap-2">
      <Button
        aria-label={label}
        className="whitespace-nowrap"
        variant="secondary"
        onClick={() => cancel(order)}
        pending={transaction.isRunning}
        size="sm"
      >
        Cancel
      </Button>
      {transaction.state.phase === "failed" && (
        <TransactionProgress hasApproval={false} state={transaction.state} success="Cancelled" />
      )}
    </div>
  )
}

export type CancelAllProps = { orders: readonly CancelTarget[] }

/** Cancels all orders, one transaction for each. Stays on the page after the last one to show the result. */
export function CancelAll({ orders }: CancelAllProps) {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const { transaction, cancel } = useCancelOrder("cancel.all", "Cancel an order")
  const cancelAll = async () => {
    // Cancelled orders leave the list while this runs.
    const targets = [...orders]
    setIsWorking(true)
    for (const [index, order] of targets.entries()) {
      setProgress({ done: index, of: targets.length })
      if (!(await cancel(order))) return setIsWorking(false)
    }
    setProgress({ done: targets.length, of: targets.length })
    setIsWorking(false)
  }
  return (
    <div className="grid justify-items-start gap-2">
      {(orders.length > 1 || isWorking) && (
        <>
          <Button
            variant="secondary"
            onClick={cancelAll}
            pending={isWorking || transaction.isRunning}
            size="sm"
          >
            Cancel all {orders.length} orders
          </Button>
          <p className="text-xs text-muted">One transaction per order.</p>
        </>
      )}
      <p className="text-sm text-muted" role="status">
        {progress && `${progress.done} of ${progress.of} orders cancelled`}
      </p>
      {transaction.state.phase === "failed" && (
        <TransactionProgress hasApproval={false} state={transaction.state} success="Cancelled" />
      )}
    </div>
  )
}

function useCancelOrder(name: string, title: string) {
  const transaction = useTransaction({ name, title })
  const cancel = ({ token, contract, orderId }: CancelTarget) =>
    transaction.run({
      call: cancelCall({ trading: toAddress(contract), market: toAddress(token) }, BigInt(orderId)),
      action: { action: "market.cancel", market: token, orderId },
    })
  return { transaction, cancel }
}
