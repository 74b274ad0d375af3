import { connectBars } from "@/components/charts/bars"
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
import { quoteSymbol } from "./quote"
import { StateChoice, StateLink } from "./state-link"

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
  return (
    <Card title={`Price in ${quote}`}>
      <ChartTools address={token.address} />
      {bars.length === 0 ? (
        <div className="flex h-80 items-center justify-center sm:h-[26rem]">
          <EmptyState title="No price in this range">The token was launched later.</EmptyState>
        </div>
      ) : (
        <ChartPanel
          address={token.address}
          bars={bars}
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
      <RangeLinks firstTime={bars[0]?.time} state={state} token={token} />
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
        label="Length of a candle"
        name="interval"
        options={intervalNames.map((value) => ({ value, label: value }))}
        clear="to"
      />
      <StateChoice
        address={address}
        isLocal
        label="Kind of chart"
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

type RangeLinksProps = ChartCardProps & { firstTime: number | undefined }

/** Links to older bars and back to the current one. */
function RangeLinks({ token, state, firstTime }: RangeLinksProps) {
  const hasOlder = firstTime !== undefined && firstTime > token.createdAt.getTime()
  if (!hasOlder && state.to === undefined) return null
  const link = "text-link flex min-h-11 items-center text-sm"
  return (
    <div className="flex justify-between gap-4">
      {hasOlder ? (
        <StateLink address={token.address} className={link} set={{ to: firstTime }}>
          Earlier prices
        </StateLink>
      ) : (
        <span />
      )}
      {state.to !== undefined && (
        <StateLink address={token.address} className={link} clear="to">
          Back to now
        </StateLink>
      )}
    </div>
  )
}
