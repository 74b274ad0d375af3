"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { type CancelTarget, useCancelOrder } from "./use-cancel-order"

export type CancelAllProps = { orders: readonly CancelTarget[] }

/**
 * Takes all orders back, one transaction for each. It stays in the page when the last of them has left the
 * list, to say so.
 */
export function CancelAll({ orders }: CancelAllProps) {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const { transaction, cancel } = useCancelOrder("cancel.all", "Cancel an order")
  const cancelAll = async () => {
    // What is cancelled leaves the list while this runs.
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
          <p className="text-xs text-muted">One transaction for each order.</p>
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
