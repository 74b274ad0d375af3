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

type AmountProps = {
  /** Base units, of 18 decimals. */
  value: bigint
  unit?: string
  /** "12.3K" for narrow places. */
  isCompact?: boolean
  className?: string
}

/** A token amount, rounded down; all digits on hover. */
export function Amount({ value, unit, isCompact, className }: AmountProps) {
  const isLarge = value >= 10_000n * WAD
  const suffix = unit ? ` ${unit}` : ""
  return (
    <span className={cn("amount", className)} title={formatExactAmount(value) + suffix}>
      {`${isCompact && isLarge ? formatCompact(value / WAD) : formatAmount(value)}${suffix}`}
    </span>
  )
}

type UsdProps = { value: bigint; isCompact?: boolean; className?: string | undefined }

/** A USD value with 18 decimals, rounded down; all digits on hover. */
export function Usd({ value, isCompact, className }: UsdProps) {
  return (
    <UsdData className={className} value={value}>
      {isCompact ? formatCompactUsd(value) : formatUsd(value)}
    </UsdData>
  )
}

/** A price in USD with 18 decimals; a dash if there is none. */
export function Price({ value }: { value: bigint | null }) {
  if (value === null) return <span className="text-muted">–</span>
  return <Usd value={value} />
}

/** USD with 18 decimals shown in cents, rounded towards zero; all digits on hover. */
export function Money({ value, className }: UsdProps) {
  return (
    <UsdData className={className} value={value}>
      {formatMoney(value)}
    </UsdData>
  )
}

function UsdData({ value, className, children }: UsdProps & { children: string }) {
  return (
    <span className={cn("amount", className)} title={`$${formatExactAmount(value)}`}>
      {children}
    </span>
  )
}

/** Basis points as a percentage. */
export function Percent({ basisPoints }: { basisPoints: bigint | number }) {
  return <span className="amount">{formatPercent(basisPoints)}</span>
}
