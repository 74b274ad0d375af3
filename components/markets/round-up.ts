import { formatAmount } from "@/lib/format"
import { divideUp, WAD } from "@/lib/units"

/** Formats a price or cost of a buyer like `formatAmount`, but rounded up. */
export function roundUp(value: bigint, places = 4): string {
  const zeros = value >= WAD ? 0 : DECIMALS - `${value}`.length
  const dropped = DECIMALS - zeros - places
  if (value <= 0n || dropped <= 0) return formatAmount(value, places)
  const step = 10n ** BigInt(dropped)
  return formatAmount(divideUp(value, step) * step, places)
}

const DECIMALS = 18
