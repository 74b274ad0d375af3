import { MIN_PURCHASE } from "@/lib/markets/math"
import type { PurchaseQuote } from "./quote"

/** Why the button cannot be pressed, the first reason first. */
export type Blocker =
  | "final"
  | "notAdmitted"
  | "noOrders"
  | "empty"
  | "malformed"
  | "balance"
  | "gas"
  | "tooSmall"

type PurchaseAttempt = {
  isFinal: boolean
  mayBuy: boolean
  /** The pool has closed and nobody offers shares. */
  isSoldOut: boolean
  text: string
  /** Null while the text is no amount. */
  typed: bigint | null
  /** Of the token that is paid with, and of the native coin; undefined while unknown. */
  balance: bigint | undefined
  native: bigint | undefined
  /** Null where the amount buys nothing. */
  quote: PurchaseQuote | null
  /** What it is in USDB; undefined while unknown. */
  usdc: bigint | undefined
  isQuoted: boolean
}

/** What stands between the person and the purchase. */
export function findBlocker(attempt: PurchaseAttempt): Blocker | null {
  const { isFinal, mayBuy, isSoldOut, text, typed, balance, native } = attempt
  const { quote, usdc, isQuoted } = attempt
  if (isFinal) return "final"
  if (!mayBuy) return "notAdmitted"
  if (isSoldOut) return "noOrders"
  if (text.trim() === "" || typed === 0n) return "empty"
  if (typed === null) return "malformed"
  if (usdc !== undefined && usdc < MIN_PURCHASE) return "tooSmall"
  if (balance !== undefined && balance < typed) return "balance"
  if (native === 0n) return "gas"
  return isQuoted && !quote ? "tooSmall" : null
}

/** A purchase that moves the probability by so much is more likely a slip than a wish. */
const LARGE_MOVE = 3n * 10n ** 17n

/** Whether a purchase asks for a typed word: it moves the probability by 30 points or more. */
export const requiresConsent = ({ before, after }: Pick<PurchaseQuote, "before" | "after">) =>
  after - before >= LARGE_MOVE

/** Whose word a quote is: the contract's own, ours until that is there, or one the contract refuses. */
export type QuoteStatus = "asked" | "confirmed" | "refused"

export function compareQuote(
  shares: bigint,
  { data, isError }: { data: bigint | undefined; isError: boolean },
): QuoteStatus {
  if (data === shares) return "confirmed"
  return isError ? "refused" : "asked"
}
