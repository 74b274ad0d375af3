"use client"

import { Button } from "@/components/ui/button"
import { TransactionProgress } from "@/components/wallet/transactions/transaction-progress"
import { type CancelTarget, useCancelOrder } from "./use-cancel-order"

export type CancelOrderProps = { order: CancelTarget }

/** Takes an order back. */
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
