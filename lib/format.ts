import { WAD } from "@/lib/units"

const GROUP = /\B(?=(\d{3})+(?!\d))/g
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** All digits of an 18-decimal amount, for input fields. */
export function formatExactAmount(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(19, "0")
  const fraction = digits.slice(-18).replace(/0+$/, "")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -18)}${fraction ? `.${fraction}` : ""}`
}

/** An 18-decimal amount, grouped and rounded towards zero; small ones with four significant digits. */
export function formatAmount(value: bigint, maxPlaces = 4): string {
  const sign = value < 0n ? "-" : ""
  const [whole = "0", fraction = ""] = formatExactAmount(value < 0n ? -value : value).split(".")
  if (whole !== "0") return sign + joinFraction(whole, fraction.slice(0, maxPlaces))
  const zeros = fraction.search(/[1-9]/)
  if (zeros < 0) return "0"
  const shown = fraction.slice(0, zeros + maxPlaces)
  return zeros >= 12 ? `${sign}<0.000000000001` : sign + joinFraction("0", shown)
}

/** An 18-decimal USD value with cents; small prices have more decimals. */
export function formatUsd(value: bigint): string {
  const positive = value < 0n ? -value : value
  const sign = value < 0n ? "-" : ""
  if (positive === 0n) return "$0.00"
  if (positive < WAD / 100n) return `${sign}$${formatAmount(positive)}`
  const places = positive < 10n * WAD ? 4 : 2
  const [whole = "0", fraction = ""] = formatExactAmount(positive).split(".")
  const kept = fraction.slice(0, places).replace(/0+$/, "").padEnd(2, "0")
  return `${sign}$${whole.replace(GROUP, ",")}.${kept}`
}

/** An 18-decimal USD value in cents, rounded towards zero; below a cent with its significant digits. */
export function formatMoney(value: bigint): string {
  const cents = value / (WAD / 100n)
  return cents === 0n ? formatUsd(value) : formatUsd(cents * (WAD / 100n))
}

/** A large USD value in compact notation: $1.2M. */
export function formatCompactUsd(value: bigint): string {
  const positive = value < 0n ? -value : value
  if (positive < 10_000n * WAD) return formatUsd(value)
  return `${value < 0n ? "-" : ""}$${formatCompact(positive / WAD)}`
}

/** A number in compact notation, rounded down: 12.3K. */
export function formatCompact(value: bigint | number): string {
  const whole = BigInt(typeof value === "bigint" ? value : Math.trunc(value))
  for (const [size, letter] of SIZES) {
    if (whole < size || whole < 10_000n) continue
    const tenths = (whole * 10n) / size
    return `${(tenths / 10n).toString().replace(GROUP, ",")}.${tenths % 10n}${letter}`.replace(
      `.0${letter}`,
      letter,
    )
  }
  return formatInteger(whole)
}

/** An integer with separators: 12,345. Not `Intl`, whose first use takes 10 ms in a page. */
export function formatInteger(value: bigint | number): string {
  const whole = typeof value === "bigint" ? value : Math.trunc(value)
  return whole.toString().replace(GROUP, ",")
}

const SIZES = [
  [1_000_000_000_000n, "T"],
  [1_000_000_000n, "B"],
  [1_000_000n, "M"],
  [1_000n, "K"],
] as const

/** Basis points as a percentage: 150 is "1.5%". */
export function formatPercent(basisPoints: bigint | number): string {
  const hundredths = BigInt(typeof basisPoints === "bigint" ? basisPoints : Math.trunc(basisPoints))
  const sign = hundredths < 0n ? "-" : ""
  const positive = hundredths < 0n ? -hundredths : hundredths
  return `${sign}${joinFraction((positive / 100n).toString(), (positive % 100n).toString().padStart(2, "0"))}%`
}

/** Change from `before` to `now` in basis points, rounded towards zero; null if `before` is 0. */
export function computeChange(before: bigint, now: bigint): bigint | null {
  return before === 0n ? null : ((now - before) * 10_000n) / before
}

/** Parses user input as an 18-decimal amount; null if it is not one. */
export function parseAmount(text: string): bigint | null {
  const clean = text
    .trim()
    .replaceAll(",", "")
    .replace(/^\.(?=\d)/, "0.")
  const match = /^(\d{1,60})(?:\.(\d*))?$/.exec(clean)
  if (!match?.[1]) return null
  const fraction = match[2] ?? ""
  if (fraction.length > 18) return null
  return BigInt(match[1]) * WAD + BigInt(fraction.padEnd(18, "0"))
}

/** Parses a number with up to two decimals as hundredths (a percentage as basis points); null if it is not one. */
export function parseHundredths(text: string): bigint | null {
  const match = /^(\d{1,4})(?:[.,](\d{0,2}))?$/.exec(text.trim())
  if (!match?.[1]) return null
  return BigInt(match[1]) * 100n + BigInt((match[2] ?? "").padEnd(2, "0"))
}

/** 0x1234…abcd */
export function shortenAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** "5 min ago"; a time ahead (clocks differ) counts as now. */
export function formatRelativeTime(time: Date, now: Date = new Date()): string {
  const age = now.getTime() - time.getTime()
  if (age < 5_000) return "now"
  if (age < MINUTE_MS) return `${Math.floor(age / 1000)} s ago`
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`
  return `${Math.floor(age / DAY_MS)} d ago`
}

/** A duration in seconds as "12 d 3 h", "23 h 59 min", "4 min 05 s" or "12 s". */
export function formatDuration(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const hours = Math.floor(left / 3600)
  const minutes = Math.floor((left % 3600) / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  if (minutes > 0) return `${minutes} min ${String(left % 60).padStart(2, "0")} s`
  return `${left} s`
}

/** Date and time in UTC, the same on the server and in every browser. */
export function formatDateTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`
}

function joinFraction(whole: string, fraction: string) {
  const kept = fraction.replace(/0+$/, "")
  return whole.replace(GROUP, ",") + (kept ? `.${kept}` : "")
}
