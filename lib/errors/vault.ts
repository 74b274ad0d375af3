import { formatAmount } from "@/lib/format"
import type { ErrorText } from "./text"

/** Text of every custom error that only the vault has. */
export const vaultErrors = {
  BorrowingUnavailable: {
    sentence: "The vault does not lend yet.",
    remedy: "Wrap and lock now, borrow later.",
  },
  LoanActive: {
    sentence: "This wallet already has a loan on its locked shares.",
    remedy: "Add to the loan, repay it, or settle it if it was liquidated.",
  },
  NotEnoughShares: {
    sentence: "The wallet does not have that many free shares.",
    remedy: "Enter a smaller amount, or repay the loan that the shares stand behind.",
  },
  NotEnoughStasis: {
    sentence: "The locked shares do not cover that much TIDE.",
    remedy: "Enter a smaller amount, or lock more shares first.",
  },
  NothingToSettle: {
    sentence: "This wallet has no liquidated loan to settle.",
    remedy: "No action is needed.",
  },
  SharesLocked: {
    sentence: "Locked shares cannot be moved or unwrapped.",
    remedy: "Unlock the shares first.",
  },
  TooFewSharesLeft: {
    sentence: "The wTIDE left in circulation would be worth less than 1 TIDE.",
    remedy: "Unwrap less, or all there is in circulation.",
    exactRemedy: ([sellable]) =>
      typeof sellable === "bigint" && sellable > 0n
        ? `Unwrap at most ${formatAmount(sellable, 6)} wTIDE, or all there is in circulation.`
        : null,
  },
  WrapTooSmall: {
    sentence: "At least 1 TIDE can be wrapped.",
    remedy: "Enter a larger amount.",
  },
} satisfies Readonly<Record<string, ErrorText>>
