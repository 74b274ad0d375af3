import { cn } from "@/components/ui/cn"
import { computeChange, formatPercent } from "@/lib/format"
import { formatPriceMove } from "./labels"

type Props = {
  /** 8 decimals. */
  from: bigint
  to: bigint
  /** Without the difference in USD. */
  isShort?: boolean
}

/** Distance of a price from the start, with arrow, sign and colour. */
export function PriceMove({ from, to, isShort = false }: Props) {
  if (from === to) return <span className="text-muted">equal</span>
  const rises = to > from
  const basisPoints = computeChange(from, to) ?? 0n
  const size = basisPoints < 0n ? -basisPoints : basisPoints
  const percent = size === 0n ? "<0.01%" : `${rises ? "+" : "−"}${formatPercent(size)}`
  return (
    <span className={cn("figures change", rises ? "i-up text-kelp" : "i-down text-coral")}>
      <span className="sr-only">{rises ? "up" : "down"}</span>
      {isShort ? percent : `${formatPriceMove(from, to)} (${percent})`}
    </span>
  )
}
