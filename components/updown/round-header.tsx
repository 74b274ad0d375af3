"use client"

import type { ReactNode } from "react"
import { Countdown } from "@/components/ui/countdown"
import { Badge, Stat } from "@/components/ui/figures"
import { Time } from "@/components/ui/time"
import { formatInteger } from "@/lib/format"
import { type Asset, assetDetails } from "@/lib/updown/assets"
import { bettingEnd } from "@/lib/updown/math"
import type { Timeframe } from "@/lib/updown/timeframes"
import { type AssetRounds, type RoundState, roundPhase } from "@/lib/updown/view"
import { formatClock, formatFeedPrice } from "./labels"
import { useChainTime, useRounds } from "./live-rounds"
import { PriceMove } from "./price-move"

type Props = { asset: Asset; timeframe: Timeframe; state: AssetRounds }

/** Price against the start, and the time left. */
export function RoundHeader({ asset, timeframe, state }: Props) {
  const now = useChainTime()
  const round = state.rounds[timeframe.code] ?? null
  const price = state.feed?.price ?? null
  return (
    <dl className="grid grid-cols-2 gap-4 *:last:max-sm:col-span-2 sm:grid-cols-3">
      <Stat label={`${assetDetails[asset].symbol} now`}>
        <span data-testid="live-price">
          {price === null ? "–" : formatFeedPrice(price, round?.startPrice ?? price)}
        </span>
        {round && price !== null && (
          <span className="block text-sm font-normal">
            <PriceMove from={round.startPrice} to={price} />
          </span>
        )}
      </Stat>
      <Stat label={round ? `Start of round ${formatInteger(round.roundId)}` : "Round"}>
        {round ? formatFeedPrice(round.startPrice) : "None open"}
        {round && (
          <span className="block text-sm font-normal text-muted">
            {formatClock(round.startTime)} UTC
          </span>
        )}
      </Stat>
      <TimeLeft isPaused={state.isPaused} now={now} round={round} />
    </dl>
  )
}

type TimeLeftProps = { round: RoundState | null; now: number; isPaused: boolean }

function TimeLeft({ round, now, isPaused }: TimeLeftProps): ReactNode {
  const phase = roundPhase(round, now)
  if (!round || phase === "none") return <Stat label="Betting">Closed</Stat>
  if (phase === "ended") {
    return (
      <Stat label="Betting ended">
        <Badge tone="warning">Waiting for the price</Badge>
      </Stat>
    )
  }
  const closes = `${formatClock(bettingEnd(round))} UTC`
  if (phase === "closed" || isPaused) {
    return (
      <Stat label="The round ends in">
        <RoundCountdown round={round} to="end" />
        <span className="block text-sm font-normal text-muted">
          {isPaused ? "Betting is paused" : `Betting ended at ${closes}`}
        </span>
      </Stat>
    )
  }
  return (
    <Stat label="Betting ends in">
      <RoundCountdown round={round} to="bettingEnd" />
      <span className="block text-sm font-normal text-muted">
        A bet must be in a block before {closes}. The round ends at {formatClock(round.endTime)}.
      </span>
    </Stat>
  )
}

type CountdownProps = {
  round: Pick<RoundState, "startTime" | "endTime">
  to: "bettingEnd" | "end"
}

/** Counts in the chain's time. */
export function RoundCountdown({ round, to }: CountdownProps) {
  const { clockOffset } = useRounds()
  const [label, time] =
    to === "end" ? ["The round ends in", round.endTime] : ["Betting ends in", bettingEnd(round)]
  return <Countdown label={label} to={new Date(time * 1_000 - clockOffset)} />
}

/** When the feed updated last. */
export function FeedLine({ state }: { state: AssetRounds }) {
  const { clockOffset } = useRounds()
  if (!state.feed) return <p className="text-sm text-muted">The price feed does not answer.</p>
  const { updatedAt, roundId } = state.feed
  return (
    <p className="text-sm text-muted" data-testid="feed-line">
      Price feed updated <Time time={new Date(updatedAt * 1_000 - clockOffset)} /> · feed round{" "}
      <span className="figures wrap-anywhere">{`${roundId}`}</span>
    </p>
  )
}
