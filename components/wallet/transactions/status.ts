import type { IconName } from "@/components/ui/icon"
import { isApproving, isInProgress, type StoredTransaction } from "./stored-transaction"

export type TransactionStatus = {
  label: string
  tone: "busy" | "waiting" | "good" | "bad" | "neutral"
  icon: IconName
  /** How many of the four steps approve, confirm, block and index are done. */
  doneSteps: number
}

/** Label of a transaction whose sending was not answered. */
export const CHECKING = "Checking whether it was sent"

export function describeStatus(transaction: StoredTransaction): TransactionStatus {
  switch (transaction.phase) {
    case "confirming":
    case "checking": {
      const isChecked = transaction.phase === "checking"
      const label = isChecked ? CHECKING : "Waiting for your wallet"
      const doneSteps = isApproving(transaction) ? 0 : 1
      return { label, tone: isChecked ? "busy" : "waiting", icon: "clock", doneSteps }
    }
    case "approving":
      return { label: "Approving", tone: "busy", icon: "clock", doneSteps: 0 }
    case "approved":
      return { label: "Approved, action required", tone: "waiting", icon: "warning", doneSteps: 1 }
    case "pending":
      return { label: "Pending", tone: "busy", icon: "clock", doneSteps: 2 }
    case "mined":
      return isInProgress(transaction)
        ? { label: "Confirmed, indexing", tone: "busy", icon: "clock", doneSteps: 3 }
        : { label: "Confirmed, not indexed yet", tone: "good", icon: "done", doneSteps: 3 }
    case "indexed":
      return { label: "Confirmed", tone: "good", icon: "done", doneSteps: 4 }
    case "failed": {
      const doneSteps = transaction.hash ? 3 : 1
      return { label: "Failed", tone: "bad", icon: "failed", doneSteps }
    }
    case "cancelled":
      return { label: "Cancelled", tone: "neutral", icon: "close", doneSteps: 2 }
    case "replaced":
      return { label: "Replaced", tone: "neutral", icon: "swap", doneSteps: 2 }
  }
}
