import { Card } from "@/components/ui/card"
import { Badge, Stat } from "@/components/ui/figures"
import {
  formatAmount,
  formatCompact,
  formatCompactUsd,
  formatPercent,
  formatUsd,
} from "@/lib/format"
import {
  computeFloor,
  computeMarketCap,
  computeSurgeRate,
  computeTaxRate,
} from "@/lib/tokens/metrics"
import type { TokenView } from "@/lib/tokens/schema"
import { loadHolders, loadTokenState } from "./load"

/** Key figures, from the index. */
export async function StatsCard({ token }: { token: TokenView }) {
  const [{ supply }, reading] = await Promise.all([loadHolders(token), loadTokenState(token)])
  const surge = reading?.surge ?? null
  const now = new Date()
  const extra = computeSurgeRate(surge, now)
  return (
    <Card title="Stats">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Stat label="Market cap">
          {formatOrUnknown(computeMarketCap(token.priceUsd, supply), formatCompactUsd)}
        </Stat>
        <Stat label="Liquidity">{formatOrUnknown(token.liquidityUsd, formatCompactUsd)}</Stat>
        <Stat label="Volume 24 h">{formatCompactUsd(token.dayVolumeUsd)}</Stat>
        <Stat label="Trades, 24 h / total">
          {formatCompact(token.dayTrades)} / {formatCompact(token.tradeCount)}
        </Stat>
        {!token.isMain && (
          <Stat label="Floor price">
            <Floor supply={supply} token={token} />
          </Stat>
        )}
        <Stat label="Tax per trade">
          {formatPercent(computeTaxRate(token, surge, now))}{" "}
          {extra > 0 && <Badge tone="warning">incl. {formatPercent(extra)} surge</Badge>}
        </Stat>
        <Stat label="Holders">{formatCompact(token.holderCount)}</Stat>
        <Stat label="Supply">{formatAmount(supply, 2)}</Stat>
      </dl>
    </Card>
  )
}

function Floor({ token, supply }: { token: TokenView; supply: bigint }) {
  const floor = computeFloor(token, supply)
  if (!floor) return "unknown"
  return token.kind === "stable" ? "never falls in TIDE" : formatUsd(floor.usd)
}

function formatOrUnknown(value: bigint | null, show: (value: bigint) => string) {
  return value === null ? "unknown" : show(value)
}
