"use client"

import { useState } from "react"
import { LiveBlocks } from "@/components/live/live-refresh"
import { cn } from "@/components/ui/cn"
import { SegmentedControl } from "@/components/ui/segmented-control"
import { Time } from "@/components/ui/time"
import { useWalletState } from "@/components/wallet/store"
import { type Asset, assetDetails, assets } from "@/lib/updown/assets"
import { type Timeframe, timeframes } from "@/lib/updown/timeframes"
import type { AssetRounds } from "@/lib/updown/view"
import { feedHealth } from "./feed-age"
import { formatFeedPrice, timeframeNames } from "./labels"
import { LazyStakeReader } from "./lazy-parts"
import { useChainTime, useRounds } from "./live-rounds"
import { RoundCell } from "./round-cell"
import { TicketSheet, type TicketTarget, useRoundTicket } from "./ticket-sheet"

type Label = Timeframe["label"]

/** All assets by all timeframes; on narrow screens one timeframe at a time. */
export function RoundsMatrix() {
  const { view } = useRounds()
  const [label, setLabel] = useState<Label>(timeframes[0].label)
  const ticket = useRoundTicket()
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="xl:hidden">
        <SegmentedControl
          label="How long a round lasts"
          onChange={setLabel}
          options={timeframes.map((each) => ({ value: each.label, label: each.label }))}
          value={label}
        />
      </div>
      <div
        aria-hidden="true"
        className="hidden grid-cols-[10rem_repeat(5,minmax(0,1fr))] gap-3 px-4 text-sm font-medium text-muted xl:grid"
      >
        <span />
        {timeframes.map((each) => (
          <span key={each.code}>{timeframeNames[each.label]}</span>
        ))}
      </div>
      {assets.map((asset) => (
        <AssetRow
          asset={asset}
          key={asset}
          label={label}
          onBet={ticket.open}
          onPreload={ticket.preload}
          state={view.assets.find((each) => each.asset === asset) ?? null}
        />
      ))}
      <OwnStakes />
      <LiveBlocks topics={view.assets.map(({ contract }) => contract)} />
      <TicketSheet ticket={ticket} />
    </div>
  )
}

type AssetRowProps = {
  asset: Asset
  /** Null where it has no contract. */
  state: AssetRounds | null
  /** Shown on narrow screens. */
  label: Label
  onBet: (target: TicketTarget) => void
  onPreload: () => void
}

function AssetRow({ asset, state, label, onBet, onPreload }: AssetRowProps) {
  const { symbol, name } = assetDetails[asset]
  return (
    <section
      aria-label={symbol}
      className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-card xl:grid-cols-[10rem_repeat(5,minmax(0,1fr))]"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-3 xl:grid xl:content-start">
        <h2 className="text-lg">
          {symbol} <span className="text-sm font-normal text-muted">{name}</span>
        </h2>
        {state && <AssetPrice state={state} />}
      </header>
      {state ? (
        timeframes.map((timeframe) => (
          <div
            className={cn("grid", timeframe.label !== label && "max-xl:hidden")}
            key={timeframe.code}
          >
            <RoundCell
              asset={asset}
              onBet={(side) => onBet({ asset, timeframe, side })}
              onPreload={onPreload}
              state={state}
              timeframe={timeframe}
            />
          </div>
        ))
      ) : (
        <p className="text-sm text-muted xl:col-span-5">No rounds of {symbol} on this chain.</p>
      )}
    </section>
  )
}

function AssetPrice({ state: { feed } }: { state: AssetRounds }) {
  const { clockOffset } = useRounds()
  const now = useChainTime()
  if (!feed) return <p className="text-sm text-sand">No price</p>
  const health = feedHealth(feed, now)
  return (
    <p className="grid text-right xl:text-left">
      <span className="figures font-semibold">{formatFeedPrice(feed.price)}</span>
      <span className={cn("text-xs", health === "fresh" ? "text-muted" : "text-sand")}>
        {health !== "fresh" && `Feed ${health}: `}
        <Time time={new Date(feed.updatedAt * 1_000 - clockOffset)} />
      </span>
    </p>
  )
}

/** The connected wallet's stakes in all current rounds. */
function OwnStakes() {
  const { status } = useWalletState()
  const { view } = useRounds()
  if (status === "disconnected") return null
  const rounds = view.assets.flatMap(({ contract, rounds: current }) =>
    current.flatMap((round, tf) => (round ? [{ contract, tf, roundId: round.roundId }] : [])),
  )
  return <LazyStakeReader rounds={rounds} />
}
