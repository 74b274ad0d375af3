import Link from "next/link"
import { Countdown } from "@/components/ui/countdown"
import { Amount } from "@/components/ui/number"
import { type Column, Table } from "@/components/ui/table"
import { formatUsdb, roundsHref, seriesName, sideLabels } from "@/components/updown/labels"
import { formatInteger } from "@/lib/format"
import { findPositions, type PositionView } from "@/lib/updown/round-views"
import { type Timeframe, timeframes } from "@/lib/updown/timeframes"

const MAX_ROWS = 20

/** The wallet's newest bets on price rounds; nothing without any. */
export async function RoundsTable({ wallet }: { wallet: string }) {
  const rows = await findPositions(wallet, { limit: MAX_ROWS })
  if (rows.length === 0) return null
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-medium">Price rounds</h3>
      <p className="text-sm text-muted">
        The newest bets. What a round has paid, or pays when it is collected, is net of all fees and
        with the stake.
      </p>
      <Table
        caption="Bets on price rounds"
        columns={columns}
        isInteractive
        rowKey={({ betId }) => betId}
        rows={rows}
      />
    </section>
  )
}

const timeframeOf = (tf: number): Timeframe =>
  timeframes.find(({ code }) => code === tf) ?? timeframes[0]

/** What became of a bet. */
export function describePosition({
  state,
  side,
  round,
  payout,
  claimable,
}: Pick<PositionView, "state" | "side" | "payout" | "claimable"> & {
  round: Pick<PositionView["round"], "outcome">
}): string {
  if (state === "active") return "Open"
  const paid = formatUsdb(payout ?? claimable)
  const isCollected = payout !== null
  if (round.outcome === "canceled") {
    return isCollected ? `${paid} USDB refunded` : `${paid} USDB to refund`
  }
  if (round.outcome !== `${side}_wins`) return "Lost"
  return isCollected ? `Won ${paid} USDB` : `${paid} USDB to collect`
}

function Result({ position }: { position: PositionView }) {
  const { state, round } = position
  const isOpen = state === "active" && round.endTime.getTime() > Date.now()
  return (
    <span className="grid justify-items-end">
      <span>{describePosition(position)}</span>
      {isOpen && (
        <span className="text-muted">
          <Countdown label="The round ends in" to={round.endTime} />
        </span>
      )}
    </span>
  )
}

const columns: Column<PositionView>[] = [
  {
    key: "round",
    header: "Round",
    isRowHeader: true,
    cell: ({ round }) => (
      <Link
        className="grid min-h-11 content-center after:absolute after:inset-0"
        href={roundsHref(round.asset, timeframeOf(round.tf))}
        prefetch={false}
      >
        <span className="font-medium">{seriesName(round.asset, timeframeOf(round.tf))}</span>
        <span className="text-muted">Round {formatInteger(round.roundId)}</span>
      </Link>
    ),
  },
  {
    key: "bet",
    header: "Bet",
    align: "right",
    cell: ({ side, stake }) => (
      <span className="grid justify-items-end">
        <Amount unit="USDB" value={stake} />
        <span className="text-muted">on {sideLabels[side]}</span>
      </span>
    ),
  },
  {
    key: "result",
    header: "Result",
    align: "right",
    cell: (position) => <Result position={position} />,
  },
]
