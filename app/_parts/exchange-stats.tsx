import type { ReactNode } from "react"
import { formatCompact, formatCompactUsd } from "@/lib/format"
import { findDayVolume, findPulse } from "@/lib/pulse/queries"

/** The exchange in four numbers: those of GET /api/pulse, and what was traded. */
export async function ExchangeStats() {
  const [{ stats }, volume] = await Promise.all([findPulse(), findDayVolume()])
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4 lg:grid-cols-2">
      <Figure label="Volume in 24 h">{formatCompactUsd(volume)}</Figure>
      <Figure label="Trades in 24 h">{formatCompact(stats.trades24h)}</Figure>
      <Figure label="Traders in 24 h">{formatCompact(stats.uniqueTraders24h)}</Figure>
      <Figure label="Tokens">{formatCompact(stats.tokens)}</Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-on-deep-muted">{label}</dt>
      <dd className="figures font-display text-2xl font-bold tracking-tight">{children}</dd>
    </div>
  )
}
