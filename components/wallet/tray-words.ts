import type { IconName } from "@/components/ui/icon"
import { isUnderWay, type TrayEntry } from "./tray"

export type Standing = {
  word: string
  tone: "busy" | "waiting" | "good" | "bad" | "neutral"
  icon: IconName
  /** Of the four steps approve, confirm, block, index: how many are done. */
  done: number
}

/** Where a transaction stands, in words. */
export function standingOf(entry: TrayEntry): Standing {
  switch (entry.phase) {
    case "approving":
      return { word: "Approval on its way", tone: "busy", icon: "clock", done: 0 }
    case "approved":
      return { word: "Approved, waits for you", tone: "waiting", icon: "warning", done: 1 }
    case "pending":
      return { word: "Waiting for a block", tone: "busy", icon: "clock", done: 2 }
    case "mined":
      return isUnderWay(entry)
        ? { word: "In a block, being indexed", tone: "busy", icon: "clock", done: 3 }
        : { word: "In a block", tone: "good", icon: "done", done: 3 }
    case "indexed":
      return { word: "Done", tone: "good", icon: "done", done: 4 }
    case "failed":
      return { word: "Failed", tone: "bad", icon: "failed", done: entry.hash ? 3 : 1 }
    case "cancelled":
      return { word: "Cancelled", tone: "neutral", icon: "close", done: 2 }
    case "replaced":
      return { word: "Replaced", tone: "neutral", icon: "swap", done: 2 }
  }
}
