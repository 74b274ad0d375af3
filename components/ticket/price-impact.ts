/** From where an impact gets a label, a warning, a typed confirmation, and a block; basis points. */
const IMPACT_LEVELS = { notable: 300n, high: 500n, severe: 1_000n, extreme: 1_500n }

export type ImpactLevel = "ordinary" | keyof typeof IMPACT_LEVELS

export function classifyImpact(impact: bigint): ImpactLevel {
  if (impact >= IMPACT_LEVELS.extreme) return "extreme"
  if (impact >= IMPACT_LEVELS.severe) return "severe"
  if (impact >= IMPACT_LEVELS.high) return "high"
  return impact >= IMPACT_LEVELS.notable ? "notable" : "ordinary"
}

/** Typed before a trade that moves the price by 10 % or more. */
export const CONSENT_WORD = "confirm"

export const isConsent = (text: string) => text.trim().toLowerCase() === CONSENT_WORD

/** The part of the balance that a trade uses, in percent rounded down; null below half. */
export function findLargeShare(amountIn: bigint, balance: bigint): bigint | null {
  if (balance === 0n || amountIn > balance) return null
  const percent = (amountIn * 100n) / balance
  return percent >= 50n ? percent : null
}

export type QuotedAmounts = { amountIn: bigint; amountOut: bigint }

/** By how many basis points a quote is worse than the one shown before; null within the tolerance. */
export function measureSlip(
  quoted: QuotedAmounts,
  now: QuotedAmounts,
  toleranceBasisPoints: bigint,
): bigint | null {
  // Output per input, compared by cross multiplication.
  const before = quoted.amountOut * now.amountIn
  const after = now.amountOut * quoted.amountIn
  if (before === 0n || after >= before) return null
  const slippedBy = ((before - after) * 10_000n + before - 1n) / before
  return slippedBy > toleranceBasisPoints ? slippedBy : null
}
