/** Decimals that show a price of this size with five significant digits, and at least cents. */
export function decimalsFor(price: number): number {
  if (!(price > 0)) return 2
  return Math.min(Math.max(4 - Math.floor(Math.log10(price)), 2), 18)
}

/** A price of the chart: drawn, not paid, hence a number. */
export function priceText(price: number): string {
  return price.toLocaleString("en", {
    minimumFractionDigits: 2,
    maximumFractionDigits: decimalsFor(price),
  })
}

/** A volume of the chart in USD, in few characters. */
export function volumeText(volume: number): string {
  const notation = volume < 10_000 ? "standard" : "compact"
  return `$${volume.toLocaleString("en", {
    notation,
    maximumFractionDigits: volume < 10_000 ? 2 : 1,
    roundingMode: "trunc",
  })}`
}

/** How far `to` is from `from`, in basis points; null without a base. */
export function changeOf(from: number, to: number): number | null {
  return from > 0 ? Math.trunc(((to - from) / from) * 10_000) : null
}
