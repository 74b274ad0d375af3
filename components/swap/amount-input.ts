import { formatAmount, formatExactAmount, parseAmount } from "@/lib/format"
import { minBuyInput, minSellInput, type Route } from "@/lib/tokens/pool-math"
import type { Side } from "@/lib/tokens/preview"
import type { AmountInput } from "./amount-entry"

export type SolvedAmount =
  | { kind: "ready"; amountIn: bigint }
  | { kind: "empty" | "malformed" | "zero" | "unreachable" }

/** The amount to pay for an input: the typed one, or the least that gives the typed output. */
export function solveInput(route: Route, side: Side, { field, text }: AmountInput): SolvedAmount {
  if (text.trim() === "") return { kind: "empty" }
  const typed = parseAmount(text)
  if (typed === null) return { kind: "malformed" }
  if (typed === 0n) return { kind: "zero" }
  if (field === "pay") return { kind: "ready", amountIn: typed }
  const least = side === "buy" ? minBuyInput(route, typed) : minSellInput(route, typed)
  return least === null ? { kind: "unreachable" } : { kind: "ready", amountIn: least }
}

/** An amount to pay, rounded up to six places: never shown as less than it will be. */
export function formatAmountIn(amountIn: bigint): string {
  const step = 10n ** 12n
  return amountIn < 10n ** 15n
    ? formatExactAmount(amountIn)
    : formatAmount(((amountIn + step - 1n) / step) * step, 6)
}
