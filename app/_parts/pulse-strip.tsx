import { Stat } from "@/components/ui/figures"
import { compact } from "@/lib/format"
import { findPulse } from "@/lib/pulse/queries"

/** The exchange in four numbers, those of GET /api/pulse. */
export async function PulseStrip() {
  const { stats } = await findPulse()
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:grid-cols-4 sm:p-5">
      <Stat label="Tokens">{compact(stats.tokens)}</Stat>
      <Stat label="Prediction markets">{compact(stats.predictionMarkets)}</Stat>
      <Stat label="Trades in 24 h">{compact(stats.trades24h)}</Stat>
      <Stat label="Traders in 24 h">{compact(stats.uniqueTraders24h)}</Stat>
    </dl>
  )
}
