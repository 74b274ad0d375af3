import { formatAmount } from "@/lib/format"
import { type Terms, vestedAmount } from "@/lib/vesting/math"

/** Names of the contract's time units, by their number. */
export const unitLabels = ["second", "minute", "hour", "day"] as const

/** Unix seconds as a date. */
export const toDate = (seconds: bigint) => new Date(Number(seconds) * 1_000)

export const toSeconds = (milliseconds: number) => BigInt(Math.floor(milliseconds / 1_000))

/** Part of an amount in percent, rounded down to two places. */
export function percentOf(part: bigint, whole: bigint): string {
  if (whole === 0n) return "0%"
  return `${formatAmount((part * 100n * 10n ** 18n) / whole, 2)}%`
}

/** "Gradual, by the day" or "Cliff". */
export const describeKind = ({ isGradual, timeUnit }: Pick<Terms, "isGradual" | "timeUnit">) =>
  isGradual ? `Gradual, by the ${unitLabels[timeUnit] ?? "day"}` : "Cliff"

/** The vested amount at a time as a sentence, for readers who do not see the curve. */
export function describeProgress(terms: Terms, now: bigint): string {
  const vested = vestedAmount(terms, now)
  if (now >= terms.endTime) return "Everything is vested."
  if (vested === 0n && now < terms.startTime) return "Vesting has not started."
  return `${percentOf(vested, terms.totalAmount)} is vested now.`
}
