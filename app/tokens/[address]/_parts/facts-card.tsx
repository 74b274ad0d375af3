import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { amount, compact, compactUsd, percent, usd } from "@/lib/format"
import type { TokenView } from "@/lib/tokens/schema"
import { floorOf, marketCap, surgeRate, taxRate } from "@/lib/tokens/standing/math"
import { loadHolders, loadReading } from "./load"

/** The figures people look for first; all of them from the index. */
export async function FactsCard({ token }: { token: TokenView }) {
  const [{ supply }, reading] = await Promise.all([loadHolders(token), loadReading(token)])
  const surge = reading?.surge ?? null
  const now = new Date()
  const extra = surgeRate(surge, now)
  return (
    <Card title="Facts">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact label="Market cap">{orUnknown(marketCap(token.priceUsd, supply), compactUsd)}</Fact>
        <Fact label="Liquidity">{orUnknown(token.liquidityUsd, compactUsd)}</Fact>
        <Fact label="Volume 24 h">{compactUsd(token.dayVolumeUsd)}</Fact>
        <Fact label="Trades 24 h / all">
          {compact(token.dayTrades)} / {compact(token.tradeCount)}
        </Fact>
        {!token.isMain && (
          <Fact label="Floor price">
            <Floor supply={supply} token={token} />
          </Fact>
        )}
        <Fact label="Tax on a trade">
          {percent(taxRate(token, surge, now))}{" "}
          {extra > 0 && <Badge tone="warning">{percent(extra)} of it surge</Badge>}
        </Fact>
        <Fact label="Holders">{compact(token.holderCount)}</Fact>
        <Fact label="Supply">{amount(supply, 2)}</Fact>
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures font-medium">{children}</dd>
    </div>
  )
}

function Floor({ token, supply }: { token: TokenView; supply: bigint }) {
  const floor = floorOf(token, supply)
  if (!floor) return "unknown"
  return token.kind === "stable" ? "never falls against TIDE" : usd(floor.usd)
}

function orUnknown(value: bigint | null, show: (value: bigint) => string) {
  return value === null ? "unknown" : show(value)
}
