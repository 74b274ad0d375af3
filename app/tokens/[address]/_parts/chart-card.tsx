import Link from "next/link"
import { connect } from "@/components/charts/bars"
import { CandleChart } from "@/components/charts/candle-chart"
import { Card } from "@/components/ui/card"
import { classes } from "@/components/ui/classes"
import { EmptyState } from "@/components/ui/states"
import { findCandles } from "@/lib/tokens/candles/queries"
import { intervalNames, intervals } from "@/lib/tokens/candles/schema"
import type { TokenView } from "@/lib/tokens/schema"
import { type TokenPageState, tokenHref } from "./links"
import { quoteSymbol } from "./quote"

const BARS = 300

type ChartCardProps = { token: TokenView; state: TokenPageState }

export async function ChartCard({ token, state }: ChartCardProps) {
  const { interval, to } = state
  // One more than shown: the first bar begins where the one before it ended.
  const { data } = await findCandles(token.address, { interval, to, limit: BARS + 1 })
  const bars = connect(data).slice(-BARS)
  const quote = quoteSymbol(token)
  return (
    <Card aside={<Intervals state={state} token={token} />} title={`Price in ${quote}`}>
      {bars.length === 0 ? (
        <div className="flex h-72 items-center justify-center sm:h-96">
          <EmptyState title="No price in this range">The token was launched later.</EmptyState>
        </div>
      ) : (
        <CandleChart
          bars={bars}
          intervalMs={intervals[interval] * 1000}
          isLive={to === undefined}
          key={`${interval} ${to}`}
          now={Date.now()}
          quote={quote}
        />
      )}
      <RangeLinks firstTime={bars[0]?.time} state={state} token={token} />
    </Card>
  )
}

function Intervals({ token, state }: ChartCardProps) {
  return (
    <nav aria-label="Length of a candle" className="-mx-1 flex">
      {intervalNames.map((interval) => (
        <Link
          aria-current={interval === state.interval ? "true" : undefined}
          className={classes(
            "figures flex min-h-11 min-w-11 items-center justify-center rounded-control px-1.5 text-sm font-medium",
            interval === state.interval
              ? "bg-accent-soft text-accent"
              : "text-muted hover:text-ink",
          )}
          href={tokenHref(token.address, { ...state, interval, to: undefined })}
          key={interval}
          prefetch={false}
          replace
          scroll={false}
        >
          {interval}
        </Link>
      ))}
    </nav>
  )
}

type RangeLinksProps = ChartCardProps & { firstTime: number | undefined }

/** Ways to older bars and back to the running one. */
function RangeLinks({ token, state, firstTime }: RangeLinksProps) {
  const hasOlder = firstTime !== undefined && firstTime > token.createdAt.getTime()
  if (!hasOlder && state.to === undefined) return null
  const link = "text-link flex min-h-11 items-center text-sm"
  return (
    <div className="flex justify-between gap-4">
      {hasOlder ? (
        <Link
          className={link}
          href={tokenHref(token.address, { ...state, to: firstTime })}
          prefetch={false}
          scroll={false}
        >
          Earlier prices
        </Link>
      ) : (
        <span />
      )}
      {state.to !== undefined && (
        <Link
          className={link}
          href={tokenHref(token.address, { ...state, to: undefined })}
          prefetch={false}
          scroll={false}
        >
          Back to now
        </Link>
      )}
    </div>
  )
}
