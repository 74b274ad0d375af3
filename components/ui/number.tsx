import { amount, compact, compactUsd, exactAmount, money, percent, usd } from "@/lib/format"
import { classes } from "./classes"

const UNIT_DECIMALS = 18

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
  decimals = UNIT_DECIMALS,
  unit,
  isCompact,
  className,
}: AmountProps) {
  const scaled = toEighteen(value, decimals)
  const isLarge = scaled >= 10_000n * 10n ** 18n
  return (
    <data
      className={classes("figures whitespace-nowrap", className)}
      title={`${exactAmount(scaled)}${unit ? ` ${unit}` : ""}`}
      value={exactAmount(scaled)}
    >
      {isCompact && isLarge ? compact(scaled / 10n ** 18n) : amount(scaled)}
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
      className={classes("figures whitespace-nowrap", className)}
      title={`$${exactAmount(value)}`}
      value={exactAmount(value)}
    >
      {isCompact ? compactUsd(value) : usd(value)}
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
      className={classes("figures whitespace-nowrap", className)}
      title={`$${exactAmount(value)}`}
      value={exactAmount(value)}
    >
      {money(value)}
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
    <span className={classes("figures whitespace-nowrap", className)}>{percent(basisPoints)}</span>
  )
}

function toEighteen(value: bigint, decimals: number) {
  if (decimals === UNIT_DECIMALS) return value
  return decimals < UNIT_DECIMALS
    ? value * 10n ** BigInt(UNIT_DECIMALS - decimals)
    : value / 10n ** BigInt(decimals - UNIT_DECIMALS)
}
