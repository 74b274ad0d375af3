"use client"

import { useState } from "react"
import { useRefresh } from "@/components/live/live-refresh"
import { Button, ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { formatDuration, formatInteger } from "@/lib/format"
import type { Asset } from "@/lib/updown/assets"
import { priceStaleness } from "@/lib/updown/math"
import type { Timeframe } from "@/lib/updown/timeframes"
import type { RoundState } from "@/lib/updown/view"
import { formatClock, roundsHref } from "./labels"
import { useAssetRounds } from "./live-rounds"
import { RoundCard } from "./round-card"

type Props = {
  asset: Asset
  timeframe: Timeframe
  contract: string
  /** Newest first; null while the node does not answer. */
  rounds: readonly RoundState[] | null
  /** Whether these are the newest rounds. */
  isNewest: boolean
}

/** Decided rounds and the next one. New ones are announced: nothing moves while it is read. */
export function PastRounds({ asset, timeframe, contract, rounds, isNewest }: Props) {
  const list = useHeldList(rounds)
  const refresh = useRefresh()
  const current = useAssetRounds(asset)?.rounds[timeframe.code] ?? null
  const shown = list.shown ?? []
  const first = shown[0]
  const decided = isNewest && current ? current.roundId - 1 - (first?.roundId ?? 0) : 0
  const oldest = shown.at(-1)?.roundId ?? 0
  const showNew = () => {
    list.adoptNext()
    refresh()
  }
  return (
    <Card
      aside={
        <div className="flex min-h-11 flex-wrap items-center gap-3 text-sm" role="status">
          {decided > 0 && (
            <>
              <span data-testid="new-rounds">{describeNew(decided, current?.roundId ?? 1)}</span>
              <Button onClick={showNew} pending={list.isWaiting} size="sm" variant="secondary">
                Show
              </Button>
            </>
          )}
        </div>
      }
      title={isNewest ? "Rounds before" : "Earlier rounds"}
    >
      <div className="grid grid-cols-1 gap-4">
        {list.shown === null ? (
          <EmptyState icon="clock" title="The chain is not responding">
            Decided rounds are shown as soon as it does.
          </EmptyState>
        ) : (
          <ul className="grid gap-4 sm:grid-cols-2">
            {isNewest && current && (
              <li className="grid">
                <NextRound round={current} timeframe={timeframe} />
              </li>
            )}
            {shown.map((round) => (
              <li className="grid" key={round.roundId}>
                <RoundCard contract={contract} round={round} tf={timeframe.code} />
              </li>
            ))}
          </ul>
        )}
        <nav aria-label="Pages of rounds" className="flex flex-wrap gap-2">
          {!isNewest && (
            <ButtonLink href={roundsHref(asset, timeframe)} variant="secondary">
              Newest rounds
            </ButtonLink>
          )}
          {oldest > 1 && (
            <ButtonLink
              href={`${roundsHref(asset, timeframe)}?before=${oldest}`}
              variant="secondary"
            >
              Older rounds
            </ButtonLink>
          )}
        </nav>
      </div>
    </Card>
  )
}

const describeNew = (count: number, current: number) =>
  count === 1
    ? `Round ${formatInteger(current - 1)} is decided.`
    : `${formatInteger(count)} more rounds are decided.`

/** The list as it was when the page opened, until the reader asks for the newest one. */
function useHeldList(rounds: Props["rounds"]) {
  const [shown, setShown] = useState(rounds)
  const [isWaiting, setWaiting] = useState(false)
  const isOther = rounds?.[0]?.roundId !== shown?.[0]?.roundId
  // An empty place can be filled at any time.
  if (isOther && (isWaiting || shown === null)) {
    setShown(rounds)
    setWaiting(false)
  }
  return { shown, isWaiting, adoptNext: () => setWaiting(true) }
}

/** It opens when the running round ends; nobody can bet on it before. */
function NextRound({ round, timeframe }: { round: RoundState; timeframe: Timeframe }) {
  return (
    <article
      aria-label="Next round"
      className="grid content-start gap-2 rounded-card border border-dashed border-line-strong p-4"
    >
      <h3 className="text-base">Next: round {formatInteger(round.roundId + 1)}</h3>
      <p className="text-sm text-muted">
        Opens when round {formatInteger(round.roundId)} ends, at{" "}
        <span className="figures">{formatClock(round.endTime)} UTC</span>, with the feed’s latest
        price as its start price, or, if that is older than{" "}
        {formatDuration(priceStaleness(timeframe.seconds))}, with its next one. It can be bet on
        from then.
      </p>
    </article>
  )
}
