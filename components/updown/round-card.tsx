"use client"

import { Badge, DetailRow } from "@/components/ui/figures"
import { Icon, type IconName } from "@/components/ui/icon"
import { formatAmount, formatDateTime, formatInteger } from "@/lib/format"
import type { Outcome } from "@/lib/updown/constants"
import { claimOf } from "@/lib/updown/math"
import type { RoundState } from "@/lib/updown/view"
import { describeOutcome, formatFeedPrice, formatUsdb, sideLabels } from "./labels"
import { type RoundRef, useOwnStake } from "./own-stakes"
import { PriceMove } from "./price-move"

const marks: Record<Outcome, { tone: "up" | "down" | "neutral"; icon: IconName }> = {
  bull_wins: { tone: "up", icon: "up" },
  bear_wins: { tone: "down", icon: "down" },
  canceled: { tone: "neutral", icon: "refresh" },
  pending: { tone: "neutral", icon: "clock" },
}

type Props = { round: RoundState; contract: string; tf: number }

/** A decided round: prices, pools, the deciding update, and the wallet's part in it. */
export function RoundCard({ round, contract, tf }: Props) {
  const { roundId, outcome, startPrice, endPrice, endPriceRoundId } = round
  const { label, reason } = describeOutcome(round)
  const { tone, icon } = marks[outcome]
  return (
    <article
      aria-label={`Round ${formatInteger(roundId)}`}
      className="grid content-start gap-2 rounded-card border border-line bg-surface p-4"
      data-round={roundId}
      data-testid="round-card"
    >
      <header className="flex items-center justify-between gap-2">
        <h3 className="text-base">Round {formatInteger(roundId)}</h3>
        <Badge tone={tone}>
          <Icon name={icon} size={14} />
          {label}
        </Badge>
      </header>
      <p className="text-sm text-muted">
        {formatDateTime(new Date(round.endTime * 1_000))}. {reason}
      </p>
      <dl>
        <DetailRow label="Start">{formatFeedPrice(startPrice)}</DetailRow>
        <DetailRow label="End">
          {endPrice === null ? "–" : formatFeedPrice(endPrice, startPrice)}
        </DetailRow>
        {endPrice !== null && (
          <DetailRow label="Change">
            <PriceMove from={startPrice} to={endPrice} />
          </DetailRow>
        )}
        <DetailRow label="Up / Down">
          {formatAmount(round.bullPool, 0)} / {formatAmount(round.bearPool, 0)} USDB
        </DetailRow>
        {endPriceRoundId !== null && (
          <DetailRow label="Feed round">
            <span className="text-xs wrap-anywhere">{`${endPriceRoundId}`}</span>
          </DetailRow>
        )}
      </dl>
      <OwnResult round={round} roundRef={{ contract, tf, roundId }} />
    </article>
  )
}

/** The wallet's stake in the round and its result. */
function OwnResult({ round, roundRef }: { round: RoundState; roundRef: RoundRef }) {
  const own = useOwnStake(roundRef)
  if (!own) return null
  const { side, amount, shares, isClaimed } = own
  const payout = claimOf({ side, stake: amount, shares }, round)
  return (
    <p
      className="rounded-control bg-sunken px-3 py-2 text-sm"
      data-claimed={isClaimed}
      data-testid="own-result"
    >
      You had {formatUsdb(amount)} USDB on {sideLabels[side]}.{" "}
      <span className="font-medium">{describeResult(round.outcome, payout, amount)}</span>
      {payout > 0n && (isClaimed ? " Collected." : " Not collected yet.")}
    </p>
  )
}

export function describeResult(outcome: Outcome, payout: bigint, stake: bigint): string {
  if (outcome === "canceled") return `Refunded: ${formatUsdb(payout)} USDB.`
  if (payout === 0n) return `Lost: −${formatUsdb(stake)} USDB.`
  return `Won: ${formatUsdb(payout)} USDB, +${formatUsdb(payout - stake)}.`
}
