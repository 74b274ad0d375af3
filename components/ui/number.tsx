import {
  formatAmount,
  formatCompact,
  formatCompactUsd,
  formatExactAmount,
  formatMoney,
  formatPercent,
  formatUsd,
} from "@/lib/format"
import { WAD } from "@/lib/units"
import { cn } from "./cn"

const TOKEN_DECIMALS = 18

type AmountProps = {
  /** Base units. */
  value: bigint
  decimals?: number
  unit?: string
  /** "12.3K" for narrow places. */
  isCompact?: boolean
  className?: string
}

/** A token amount, rounded down; all digits on hover. */
export function Amount({
  value,
  decimals = TOKEN_DECIMALS,
  unit,
  isCompact,
  className,
}: AmountProps) {
  const scaled = scaleToEighteen(value, decimals)
  const isLarge = scaled >= 10_000n * WAD
  return (
    <data
      className={cn("figures whitespace-nowrap", className)}
      title={`${formatExactAmount(scaled)}${unit ? ` ${unit}` : ""}`}
      value={formatExactAmount(scaled)}
    >
      {isCompact && isLarge ? formatCompact(scaled / WAD) : formatAmount(scaled)}
      {unit && <> {unit}</>}
    </data>
  )
}

/** A USD value with 18 decimals, rounded down; all digits on hover. */
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

/** A price in USD with 18 decimals; a dash if there is none. */
export function Price({ value, className }: { value: bigint | null; className?: string }) {
  if (value === null) return <span className="text-muted">–</span>
  return <Usd value={value} {...(className && { className })} />
}

/** USD with 18 decimals shown in cents, rounded towards zero; all digits on hover. */
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
