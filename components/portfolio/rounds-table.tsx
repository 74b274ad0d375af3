import Link from "next/link"
import { cn } from "@/components/ui/cn"
import { Countdown } from "@/components/ui/countdown"
import { Badge } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Money } from "@/components/ui/number"
import { ProfitLoss } from "@/components/ui/profit-loss"
import { type Column, Table } from "@/components/ui/table"
import { Time } from "@/components/ui/time"
import { roundsHref, seriesName, sideLabels } from "@/components/updown/labels"
import { formatInteger } from "@/lib/format"
import type { Side } from "@/lib/updown/constants"
import type { PositionView } from "@/lib/updown/round-views"
import { timeframes } from "@/lib/updown/timeframes"
import { describeBet, netResult } from "./round-results"

/** Bets in price rounds; a row for each round. */
export function RoundsTable({ caption, bets }: { caption: string; bets: readonly PositionView[] }) {
  if (bets.length === 0) return null
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-medium">{caption}</h3>
      <Table
        caption={caption}
        columns={columns}
        isInteractive
        rowKey={({ betId }) => betId}
        rows={bets}
      />
    </section>
  )
}

function RoundLink({ round: { asset, tf, roundId, outcome } }: PositionView) {
  const timeframe = timeframes[tf] ?? timeframes[0]
  const page = roundsHref(asset, timeframe)
  return (
    <Link
      className="font-medium after:absolute after:inset-0"
      // A decided round is the first of those before the next one.
      href={outcome === "pending" ? page : `${page}?before=${roundId + 1}`}
      prefetch={false}
    >
      {seriesName(asset, timeframe)}
      <span className="sr-only">, round {formatInteger(roundId)}</span>
    </Link>
  )
}

function RoundTime({ round: { outcome, endTime, settledAt } }: PositionView) {
  if (outcome === "pending") {
    return (
      <span className="text-muted">
        ends in <Countdown label="The round ends in" to={endTime} />
      </span>
    )
  }
  return (
    <span className="text-muted">
      <Time time={settledAt ?? endTime} />
    </span>
  )
}

const columns: Column<PositionView>[] = [
  {
    key: "round",
    header: "Round",
    isRowHeader: true,
    cell: (bet) => (
      <span className="grid">
        <RoundLink {...bet} />
        <RoundTime {...bet} />
      </span>
    ),
  },
  {
    key: "side",
    header: "Side",
    cell: ({ side, stake }) => (
      <span className="grid justify-items-start">
        <SideName side={side} />
        <span className="sm:hidden">
          <Money value={stake} />
        </span>
      </span>
    ),
  },
  {
    key: "stake",
    header: "Stake",
    align: "right",
    isHiddenOnPhone: true,
    cell: ({ stake }) => <Money value={stake} />,
  },
  {
    key: "paid",
    header: "Pays",
    align: "right",
    isHiddenOnPhone: true,
    cell: ({ payout, claimable, state }) =>
      state === "active" ? "–" : <Money value={payout ?? claimable} />,
  },
  {
    key: "result",
    header: "Result",
    align: "right",
    cell: (bet) => {
      const { label, tone } = describeBet(bet)
      const net = netResult(bet)
      return (
        <span className="grid justify-items-end gap-0.5">
          <Badge tone={tone}>{label}</Badge>
          {net !== null && net !== 0n && <ProfitLoss value={net} />}
        </span>
      )
    },
  },
]

/** The side of a bet as arrow and word. */
function SideName({ side }: { side: Side }) {
  const isUp = side === "bull"
  return (
    <span
      className={cn(
        "inline-flex items-center gap-0.5 whitespace-nowrap",
        isUp ? "text-kelp" : "text-coral",
      )}
    >
      <Icon name={isUp ? "up" : "down"} size={14} />
      {sideLabels[side]}
    </span>
  )
}
