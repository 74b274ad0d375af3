import { connectBars, toColumns } from "@/components/charts/bars"
import { chartScales, chartTypes } from "@/components/charts/chart-type"
import { roundBar } from "@/components/charts/round-bar"
import { StaticChart } from "@/components/charts/static-chart"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { intervalNames, intervals } from "@/lib/tokens/candles/intervals"
import { findCandles } from "@/lib/tokens/candles/queries"
import type { TokenView } from "@/lib/tokens/schema"
import { findTokenTrades } from "@/lib/tokens/trades/queries"
import { ChartPanel } from "./chart-panel"
import type { TokenPageState } from "./links"
import { StateChoice, StatePages } from "./state-link"
import { quoteSymbol } from "./token-header"

const BARS = 300

type ChartCardProps = { token: TokenView; state: TokenPageState }

export async function ChartCard({ token, state }: ChartCardProps) {
  const { interval, to, look, scale } = state
  const [candles, { data: newest }] = await Promise.all([
    // One more than shown: a bar opens at the close before it.
    findCandles(token.address, { interval, to, limit: BARS + 1 }),
    findTokenTrades(token.address, { limit: 1 }),
  ])
  const bars = connectBars(candles.map(roundBar)).slice(-BARS)
  const quote = quoteSymbol(token)
  const firstTime = bars[0]?.time
  const hasOlder = firstTime !== undefined && firstTime > token.createdAt.getTime()
  return (
    <Card title={`Price in ${quote}`}>
      <ChartTools address={token.address} />
      {bars.length === 0 ? (
        <div className="flex h-80 items-center justify-center sm:h-[26rem]">
          <EmptyState title="No prices in this range">The token was launched later.</EmptyState>
        </div>
      ) : (
        <ChartPanel
          address={token.address}
          columns={toColumns(bars)}
          intervalMs={intervals[interval] * 1000}
          isLive={to === undefined}
          key={`${interval} ${to}`}
          newestTrade={newest[0]?.id ?? null}
          now={Date.now()}
          quote={quote}
        >
          <StaticChart bars={bars} chartType={look} scale={scale} />
        </ChartPanel>
      )}
      <StatePages
        address={token.address}
        name="to"
        newestLabel="Latest prices"
        older={hasOlder ? firstTime : null}
        olderLabel="Earlier prices"
      />
    </Card>
  )
}

const typeLabels = { candles: "Candles", line: "Line" }
const scaleLabels = { linear: "Linear", log: "Log" }

function ChartTools({ address }: { address: string }) {
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <StateChoice
        address={address}
        label="Candle interval"
        name="interval"
        options={intervalNames.map((value) => ({ value, label: value }))}
        clear="to"
      />
      <StateChoice
        address={address}
        isLocal
        label="Chart type"
        name="look"
        options={chartTypes.map((value) => ({ value, label: typeLabels[value] }))}
      />
      <StateChoice
        address={address}
        isLocal
        label="Price scale"
        name="scale"
        options={chartScales.map((value) => ({ value, label: scaleLabels[value] }))}
      />
    </div>
  )
}
