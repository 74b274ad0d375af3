import type { ErrorText } from "./text"

/** Errors that the pages detect themselves. */
export const appErrors = {
  OFFLINE: { sentence: "Atoll is not reachable.", remedy: "Check your connection and try again." },
  NOT_CONNECTED: { sentence: "No wallet is connected.", remedy: "Connect a wallet first." },
  ACCOUNT_CHANGED: {
    sentence: "A different account is selected in your wallet.",
    remedy: "Switch back to the original account and try again.",
  },
  CONFIRMING_ELSEWHERE: {
    sentence: "Another tab is waiting for you to confirm this transaction.",
    remedy: "Continue in that tab, or close it.",
  },
  REVERTED: {
    sentence: "The transaction was reverted.",
    remedy:
      "Only the network fee was spent. The price may have moved: review the numbers and try again.",
  },
  PAYOUT_REVERTED: {
    sentence: "The payout was reverted.",
    remedy: "Nothing was paid, and no waiting time began. Try again in a minute.",
  },
  APPROVAL_REVERTED: {
    sentence: "The approval was reverted.",
    remedy: "Only the network fee was spent. Try again.",
  },
  CANCELLED: {
    sentence: "You cancelled the transaction in your wallet.",
    remedy: "No funds were exchanged.",
  },
  REPLACED: {
    sentence: "Your wallet replaced this transaction with another one.",
    remedy: "Check the activity in your wallet, then try again.",
  },
  NOT_SENT: {
    sentence: "The transaction did not reach the chain.",
    remedy: "If it does not wait in your wallet either, try again.",
  },
  SEND_UNKNOWN: {
    sentence: "It is not known whether this was sent.",
    remedy: "Look at the activity in your wallet before you send it again.",
  },
  SESSION_ENDED: {
    sentence: "Your session has expired.",
    remedy: "Sign in with your wallet and try again.",
  },
  UNKNOWN: {
    sentence: "Something went wrong.",
    remedy: "Try again. If the problem persists, please report it.",
  },
} as const satisfies Readonly<Record<string, ErrorText>>

export type AppErrorCode = keyof typeof appErrors
