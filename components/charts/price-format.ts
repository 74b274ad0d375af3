import { formatCompact, formatInteger } from "@/lib/format"

/** Decimals that show a price of this size with five significant digits, and at least cents. */
export function countDecimals(price: number): number {
  if (!(price > 0)) return 2
  return Math.min(Math.max(4 - Math.floor(Math.log10(price)), 2), 18)
}

/** A price of the chart. It is a number because it is only drawn, never paid. */
export function formatPrice(price: number): string {
  const [whole, fraction] = splitDigits(price, countDecimals(price))
  return `${formatInteger(whole)}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`
}

/** A volume of the chart in USD, in few characters, rounded down. */
export function formatVolume(volume: number): string {
  if (volume >= 10_000) return `$${formatCompact(volume)}`
  const [whole, fraction] = splitDigits(volume, VOLUME_DIGITS)
  const cents = fraction.slice(0, 2).replace(/0+$/, "")
  return `$${formatInteger(whole)}${cents && `.${cents}`}`
}

/** Enough digits that cutting the rest off does not turn 1.15 into 1.14. */
const VOLUME_DIGITS = 10

/** From here on `toFixed` returns an exponent; such a number has no fraction. */
const NO_FRACTION = 1e21

function splitDigits(value: number, decimals: number): [whole: bigint, fraction: string] {
  if (value >= NO_FRACTION) return [BigInt(value), ""]
  const [whole = "0", fraction = ""] = value.toFixed(decimals).split(".")
  return [BigInt(whole), fraction]
}

/** How far `to` is from `from`, in basis points; null without a base. */
export function measureChange(from: number, to: number): number | null {
  return from > 0 ? Math.trunc(((to - from) / from) * 10_000) : null
}
