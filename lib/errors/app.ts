import type { ErrorText } from "./text"

/** Errors that the pages detect themselves. */
export const appErrors = {
  OFFLINE: {
    sentence: "Atoll cannot be reached.",
    remedy: "Check your connection and try again.",
  },
  NOT_CONNECTED: { sentence: "No wallet is connected.", remedy: "Connect one first." },
  ACCOUNT_CHANGED: {
    sentence: "Another account is selected in your wallet than the one this belongs to.",
    remedy: "Switch back to that account and try again.",
  },
  CONFIRMING_ELSEWHERE: {
    sentence: "Another tab is waiting for your confirmation of this transaction.",
    remedy: "Go on in that tab, or close it.",
  },
  REVERTED: {
    sentence: "The transaction was reverted on the chain.",
    remedy:
      "Only the network fee was spent. The market may have moved meanwhile; look at the numbers and try again.",
  },
  APPROVAL_REVERTED: {
    sentence: "The approval was reverted on the chain.",
    remedy: "Only the network fee was spent. Try again.",
  },
  CANCELLED: {
    sentence: "You cancelled the transaction in your wallet.",
    remedy: "Nothing was exchanged.",
  },
  REPLACED: {
    sentence: "Your wallet sent another transaction in place of this one.",
    remedy: "Look into the wallet's activity, then start again.",
  },
  SESSION_ENDED: {
    sentence: "Your session has ended.",
    remedy: "Sign in with your wallet and try again.",
  },
  UNKNOWN: {
    sentence: "Something unexpected happened.",
    remedy: "Try again. If it keeps happening, please report it.",
  },
} as const satisfies Readonly<Record<string, ErrorText>>

export type AppErrorCode = keyof typeof appErrors
