"use client"

import Link from "next/link"
import type { MouseEvent } from "react"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { WAD } from "@/lib/units"
import type { Asset } from "@/lib/updown/assets"
import { type Side, sides } from "@/lib/updown/constants"
import { priceStaleness } from "@/lib/updown/math"
import type { Timeframe } from "@/lib/updown/timeframes"
import { type AssetRounds, type RoundPhase, type RoundState, roundPhase } from "@/lib/updown/view"
import { formatUsdb, roundsHref, seriesName, sideLabels } from "./labels"
import { useChainTime, useIsOutdated } from "./live-rounds"
import { useOwnStake } from "./own-stakes"
import { PriceMove } from "./price-move"
import { RoundCountdown } from "./round-header"
import { quoteRound } from "./round-quote"

/** The bet whose payouts the matrix shows. */
export const EXAMPLE_BET = 10n * WAD

type Props = {
  asset: Asset
  timeframe: Timeframe
  state: AssetRounds
  onBet: (side: Side) => void
  onPreload: () => void
}

/** A current round in few figures. */
export function RoundCell({ asset, timeframe, state, onBet, onPreload }: Props) {
  const now = useChainTime()
  const round = state.rounds[timeframe.code] ?? null
  const phase = roundPhase(round, now)
  return (
    <article
      aria-label={seriesName(asset, timeframe)}
      className="round-cell"
      data-testid={`cell-${asset}-${timeframe.label}`}
    >
      <div className="flex items-center justify-between gap-2 text-sm">
        <Link className="round-link" href={roundsHref(asset, timeframe)} prefetch={false}>
          {timeframe.label}
          <span className="sr-only"> rounds of {asset.toUpperCase()}</span>
        </Link>
        {round && phase === "open" && <RoundCountdown round={round} to="bettingEnd" />}
        {round && phase === "closed" && <RoundCountdown round={round} to="end" />}
      </div>
      {round && state.feed ? (
        <p className="text-sm">
          <PriceMove from={round.startPrice} isShort to={state.feed.price} />
          <span className="sr-only"> since the start</span>
        </p>
      ) : null}
      {round && phase === "open" && !state.isPaused ? (
        <div className="grid grid-cols-2 gap-2">
          {sides.map((side) => (
            <BetButton
              href={`${roundsHref(asset, timeframe)}?side=${side === "bull" ? "up" : "down"}`}
              key={side}
              onBet={() => onBet(side)}
              onPreload={onPreload}
              payout={quoteRound(round, { side, amount: EXAMPLE_BET }, { now }).payout}
              side={side}
            />
          ))}
        </div>
      ) : (
        <p className="flex min-h-14 items-center text-sm text-muted">
          {describeClosed(phase, state.isPaused, isFresh(state, timeframe, now))}
        </p>
      )}
      {round && <OwnBet contract={state.contract} round={round} tf={timeframe.code} />}
    </article>
  )
}

function describeClosed(phase: RoundPhase, isPaused: boolean, hasFreshPrice: boolean): string {
  if (phase === "ended") return "Waiting for the price"
  if (phase === "none") return hasFreshPrice ? "No round is open" : "No fresh price"
  return isPaused ? "Betting is paused" : "Betting has ended"
}

const isFresh = ({ feed }: AssetRounds, { seconds }: Timeframe, now: number) =>
  feed !== null && now - feed.updatedAt <= priceStaleness(seconds)

type BetButtonProps = {
  side: Side
  payout: bigint
  href: string
  onBet: () => void
  onPreload: () => void
}

/** Opens the ticket; without scripts a link to the round. */
function BetButton({ side, payout, href, onBet, onPreload }: BetButtonProps) {
  const isOutdated = useIsOutdated()
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onBet()
  }
  return (
    <Link
      aria-haspopup="dialog"
      className={cn(
        "bet-button",
        side === "bull"
          ? "border-kelp text-kelp hover:bg-kelp-soft"
          : "border-coral text-coral hover:bg-coral-soft",
      )}
      data-outdated={isOutdated || undefined}
      href={href}
      onClick={open}
      onFocus={onPreload}
      onPointerDown={onPreload}
      prefetch={false}
    >
      <span className="flex items-center gap-0.5">
        <Icon name={side === "bull" ? "up" : "down"} size={14} />
        {sideLabels[side]}
      </span>
      <span className={cn("figures font-normal", isOutdated ? "text-muted" : "text-ink")}>
        {payout > EXAMPLE_BET ? (
          <>
            <span className="sr-only">, 10 USDB pay </span>
            {formatUsdb(payout)}
          </>
        ) : (
          <>
            <span className="sr-only">, </span>no win yet
          </>
        )}
        {isOutdated && <span className="sr-only">, updating</span>}
      </span>
    </Link>
  )
}

/** The wallet's bet in the round. */
function OwnBet({ contract, tf, round }: { contract: string; tf: number; round: RoundState }) {
  const own = useOwnStake({ contract, tf, roundId: round.roundId })
  if (!own) return null
  return (
    <p className="text-xs font-medium" data-testid="own-bet">
      You: {formatUsdb(own.amount)} USDB on {sideLabels[own.side]}
    </p>
  )
}
