"use client"

import { useEffect, useState } from "react"
import { LiveBlocks } from "@/components/live/live-refresh"
import { Card } from "@/components/ui/card"
import { LazyStakeReader } from "@/components/updown/lazy-parts"
import { useWalletState } from "@/components/wallet/store"
import { callApi } from "@/lib/api/client"
import { type Asset, assetDetails } from "@/lib/updown/assets"
import type { Timeframe } from "@/lib/updown/timeframes"
import {
  type AssetRounds,
  chartStart,
  type PricePoint,
  type RoundState,
  toPricePoint,
} from "@/lib/updown/view"
import { useAssetRounds, useChainTime } from "./live-rounds"
import { RoundChart } from "./price-chart"
import { appendPoint, type RoundSpan } from "./price-line"
import { FeedLine, RoundHeader } from "./round-header"
import { RoundNotices } from "./round-notices"

type Props = { asset: Asset; timeframe: Timeframe; points: readonly PricePoint[] }

/** The running round: price, chart and state. */
export function RunningRound({ asset, timeframe, points }: Props) {
  const state = useAssetRounds(asset)
  if (!state) return null
  return (
    <Card>
      <div className="grid grid-cols-1 gap-4" data-testid="running-round">
        <RoundHeader asset={asset} state={state} timeframe={timeframe} />
        <LivePriceChart asset={asset} points={points} state={state} timeframe={timeframe} />
        <FeedLine state={state} />
        <RoundNotices asset={asset} state={state} timeframe={timeframe} />
        <LiveBlocks topics={[state.contract]} />
      </div>
    </Card>
  )
}

function LivePriceChart({ asset, timeframe, points, state }: Props & { state: AssetRounds }) {
  const now = useChainTime()
  const span = useRoundSpan(state, timeframe, now)
  const shown = useLivePoints(asset, points, state, chartStart(timeframe, span.startTime))
  return (
    <RoundChart
      from={chartStart(timeframe, span.startTime)}
      now={now}
      points={shown}
      round={span}
      symbol={assetDetails[asset].symbol}
    />
  )
}

/** The span of the current round; without one, the last duration from the price it began with. */
function useRoundSpan({ rounds, feed }: AssetRounds, { code, seconds }: Timeframe, now: number) {
  const toSpan = ({ startTime, endTime, startPrice }: RoundState): RoundSpan => ({
    ...{ startTime, endTime },
    startPrice: toPricePoint({ updatedAt: startTime, price: startPrice }).price,
  })
  const round = rounds[code]
  if (round) return toSpan(round)
  const price = feed ? toPricePoint(feed).price : 0
  return { startTime: now - seconds, endTime: now, startPrice: price }
}

/** The server's points with the updates since. Read again when the page was hidden and may have missed some. */
function useLivePoints(
  asset: Asset,
  initial: readonly PricePoint[],
  { feed }: AssetRounds,
  from: number,
) {
  const [points, setPoints] = useState(initial)
  const next = feed ? toPricePoint(feed) : null
  const shown = appendPoint(points, next)
  useEffect(() => {
    if (shown !== points) setPoints(shown)
  }, [shown, points])
  useEffect(() => {
    const read = async () => {
      if (document.hidden) return
      const query = { asset, since: `${Math.floor(from)}` }
      const answer = await callApi("GET /api/internal/rounds/prices", { query }).catch(() => null)
      if (answer && answer.points.length > 0) setPoints(answer.points)
    }
    document.addEventListener("visibilitychange", read)
    return () => document.removeEventListener("visibilitychange", read)
  }, [asset, from])
  return shown
}

type OwnBetsProps = { asset: Asset; timeframe: Timeframe; past: readonly number[] }

/** Reads the connected wallet's stakes in the rounds of the page. */
export function OwnBets({ asset, timeframe, past }: OwnBetsProps) {
  const { status } = useWalletState()
  const state = useAssetRounds(asset)
  if (!state || status === "disconnected") return null
  const current = state.rounds[timeframe.code]?.roundId
  const ids = [...new Set([...(current ? [current, current - 1] : []), ...past])].filter(Boolean)
  const rounds = ids.map((roundId) => ({ contract: state.contract, tf: timeframe.code, roundId }))
  return <LazyStakeReader rounds={rounds} />
}
