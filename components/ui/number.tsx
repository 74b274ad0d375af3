import {
  formatAmount,
  formatCompact,
  formatCompactUsd,
  formatExactAmount,
  formatMoney,
  formatPercent,
  formatUsd,
} from "@/lib/format"
import { cn } from "./cn"

const TOKEN_DECIMALS = 18

type AmountProps = {
  /** Base units. */
  value: bigint
  decimals?: number
  unit?: string
  /** For narrow places: 12.3K. The whole number is shown on hover. */
  isCompact?: boolean
  className?: string
}

/** A quantity, rounded down, in figures of equal width; all digits on hover. */
export function Amount({
  value,
  decimals = TOKEN_DECIMALS,
  unit,
  isCompact,
  className,
}: AmountProps) {
  const scaled = scaleToEighteen(value, decimals)
  const isLarge = scaled >= 10_000n * 10n ** 18n
  return (
    <data
      className={cn("figures whitespace-nowrap", className)}
      title={`${formatExactAmount(scaled)}${unit ? ` ${unit}` : ""}`}
      value={formatExactAmount(scaled)}
    >
      {isCompact && isLarge ? formatCompact(scaled / 10n ** 18n) : formatAmount(scaled)}
      {unit && <> {unit}</>}
    </data>
  )
}

/** A USD value of 18 decimals, rounded down; all digits on hover. */
export function Usd({
  value,
  isCompact,
  className,
}: {
  value: bigint
  isCompact?: boolean
  className?: string
}) {
  return (
    <data
      className={cn("figures whitespace-nowrap", className)}
      title={`$${formatExactAmount(value)}`}
      value={formatExactAmount(value)}
    >
      {isCompact ? formatCompactUsd(value) : formatUsd(value)}
    </data>
  )
}

/** A price of one token in USD, 18 decimals; a dash while there is none. */
export function Price({ value, className }: { value: bigint | null; className?: string }) {
  if (value === null) return <span className="text-muted">–</span>
  return <Usd value={value} {...(className && { className })} />
}

/** A sum of money in USD, 18 decimals, in cents, rounded towards zero; all digits on hover. */
export function Money({ value, className }: { value: bigint; className?: string }) {
  return (
    <data
      className={cn("figures whitespace-nowrap", className)}
      title={`$${formatExactAmount(value)}`}
      value={formatExactAmount(value)}
    >
      {formatMoney(value)}
    </data>
  )
}

/** Basis points as a percentage. */
export function Percent({
  basisPoints,
  className,
}: {
  basisPoints: bigint | number
  className?: string
}) {
  return (
    <span className={cn("figures whitespace-nowrap", className)}>{formatPercent(basisPoints)}</span>
  )
}

function scaleToEighteen(value: bigint, decimals: number) {
  if (decimals === TOKEN_DECIMALS) return value
  return decimals < TOKEN_DECIMALS
    ? value * 10n ** BigInt(TOKEN_DECIMALS - decimals)
    : value / 10n ** BigInt(decimals - TOKEN_DECIMALS)
}
