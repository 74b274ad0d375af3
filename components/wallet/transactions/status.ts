import type { IconName } from "@/components/ui/icon"
import { isInProgress, type StoredTransaction } from "./store"

export type TransactionStatus = {
  label: string
  tone: "busy" | "waiting" | "good" | "bad" | "neutral"
  icon: IconName
  /** Of the four steps approve, confirm, block, index: how many are done. */
  doneSteps: number
}

/** Where a transaction stands, in words. */
export function describeStatus(entry: StoredTransaction): TransactionStatus {
  switch (entry.phase) {
    case "approving":
      return { label: "Approval on its way", tone: "busy", icon: "clock", doneSteps: 0 }
    case "approved":
      return { label: "Approved, waits for you", tone: "waiting", icon: "warning", doneSteps: 1 }
    case "pending":
      return { label: "Waiting for a block", tone: "busy", icon: "clock", doneSteps: 2 }
    case "mined":
      return isInProgress(entry)
        ? { label: "In a block, being indexed", tone: "busy", icon: "clock", doneSteps: 3 }
        : { label: "In a block", tone: "good", icon: "done", doneSteps: 3 }
    case "indexed":
      return { label: "Done", tone: "good", icon: "done", doneSteps: 4 }
    case "failed":
      return { label: "Failed", tone: "bad", icon: "failed", doneSteps: entry.hash ? 3 : 1 }
    case "cancelled":
      return { label: "Cancelled", tone: "neutral", icon: "close", doneSteps: 2 }
    case "replaced":
      return { label: "Replaced", tone: "neutral", icon: "swap", doneSteps: 2 }
  }
}
