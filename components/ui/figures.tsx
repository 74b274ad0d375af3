import type { ReactNode } from "react"
import { formatPercent } from "@/lib/format"
import { cn } from "./cn"

type Tone = "neutral" | "up" | "down" | "warning"

const badgeColors: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  up: "bg-kelp-soft text-kelp",
  down: "bg-coral-soft text-coral",
  warning: "bg-sand-soft text-sand",
}

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cn("badge", badgeColors[tone])}>{children}</span>
}

type ChangeProps = {
  basisPoints: bigint | number | null
  /** In percentage points, for probabilities. */
  inPoints?: boolean
}

/** A change with arrow, sign and colour. */
export function Change({ basisPoints, inPoints = false }: ChangeProps) {
  if (basisPoints === null) return <span className="text-muted">–</span>
  const value = BigInt(basisPoints)
  const written = formatPercent(value < 0n ? -value : value)
  const size = inPoints ? written.replace("%", " pts") : written
  if (value === 0n) return <span className="figures text-muted">{size}</span>
  const rises = value > 0n
  return (
    <span className={cn("figures change", rises ? "i-up text-kelp" : "i-down text-coral")}>
      <span className="sr-only">{rises ? "up" : "down"}</span>
      {`${rises ? "+" : "−"}${size}`}
    </span>
  )
}

export function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures stat-figure">{children}</dd>
    </div>
  )
}

/** A label and its value on one line of a `dl`. */
export function DetailRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 py-1 text-sm">
      <dt className="max-w-3/5 shrink-0 text-muted">{label}</dt>
      <dd className="figures min-w-0 text-right font-medium">{children}</dd>
    </div>
  )
}
