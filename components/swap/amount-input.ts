import { formatAmount, formatExactAmount, parseAmount } from "@/lib/format"
import { minBuyInput, minSellInput, type Route } from "@/lib/tokens/pool-math"
import type { Side } from "./preview"

/** The field a person has typed in last, and the text in it; the other field follows. */
export type AmountInput = { field: "pay" | "receive"; text: string }

export const EMPTY_INPUT: AmountInput = { field: "pay", text: "" }

export type SolvedAmount =
  | { kind: "ready"; amountIn: bigint }
  | { kind: "empty" | "malformed" | "zero" | "unreachable" }

/** What has to be paid for an entry: what was typed, or the least that gives what was typed. */
export function solveInput(route: Route, side: Side, { field, text }: AmountInput): SolvedAmount {
  if (text.trim() === "") return { kind: "empty" }
  const typed = parseAmount(text)
  if (typed === null) return { kind: "malformed" }
  if (typed === 0n) return { kind: "zero" }
  if (field === "pay") return { kind: "ready", amountIn: typed }
  const least = side === "buy" ? minBuyInput(route, typed) : minSellInput(route, typed)
  return least === null ? { kind: "unreachable" } : { kind: "ready", amountIn: least }
}

/** A part of a balance in percent; all of it is the raw integer, so that nothing stays behind. */
export function percentOf(balance: bigint, percent: bigint): bigint {
  return (balance * percent) / 100n
}

/** What has to be paid, for people: rounded up to six places, so that it is never less than it will be. */
export function formatAmountIn(amountIn: bigint): string {
  const step = 10n ** 12n
  return amountIn < 10n ** 15n
    ? formatExactAmount(amountIn)
    : formatAmount(((amountIn + step - 1n) / step) * step, 6)
}
