import { MIN_PURCHASE } from "@/lib/markets/math"
import type { PurchaseQuote } from "@/lib/markets/purchase-quote"

/** Why a purchase cannot be sent. */
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
  /** The pool is closed and there are no orders. */
  isSoldOut: boolean
  text: string
  /** Null while the text is not an amount. */
  typed: bigint | null
  /** Balances of the payment token and of ETH; undefined while unknown. */
  balance: bigint | undefined
  native: bigint | undefined
  /** Null if the amount buys nothing. */
  quote: PurchaseQuote | null
  /** The amount in USDB; undefined while unknown. */
  usdc: bigint | undefined
  isQuoted: boolean
}

/** The first reason why the purchase cannot be sent; null when it can. */
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

/** A change of the probability, 18 decimals, that is more likely a mistake than intended. */
const LARGE_MOVE = 3n * 10n ** 17n

/** Whether a typed confirmation is required: the probability moves by 30 points or more. */
export const requiresConsent = ({ before, after }: Pick<PurchaseQuote, "before" | "after">) =>
  after - before >= LARGE_MOVE

/** Whether a simulation has confirmed our quote, is still running, or found that the contract refuses it. */
export type QuoteStatus = "pending" | "confirmed" | "rejected"

type Simulated = { shares: bigint | undefined; isRefused: boolean }

export function compareQuote(
  computed: bigint | undefined,
  { shares, isRefused }: Simulated,
): QuoteStatus {
  if (isRefused) return "rejected"
  return shares !== undefined && shares === computed ? "confirmed" : "pending"
}
