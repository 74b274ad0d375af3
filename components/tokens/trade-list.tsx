"use client"

import { useState } from "react"
import { EmptyState } from "@/components/ui/states"
import { useWalletState } from "@/components/wallet/store"
import type { Usernames } from "@/lib/profiles/authors"
import { TradeRow } from "./trade-row"
import type { TradeRowData } from "./trade-row-data"

type TradeListProps = {
  trades: readonly TradeRowData[]
  /** Usernames by wallet. */
  names?: Usernames
  /** False where all trades are of one wallet. */
  showsWallet?: boolean
  /** Whether new rows are added at the top. */
  isLive?: boolean
  /** Whether a filter is active. */
  isFiltered?: boolean
  /** The token's creator and early buyers, where all trades are of one token. */
  creator?: string | undefined
  early?: readonly string[]
}

/** Trades, newest first. Pausing holds new rows back. */
export function TradeList(props: TradeListProps) {
  const { trades, showsWallet = true, isLive = true, creator, early } = props
  const { address: own } = useWalletState()
  const [pausedTrades, setPausedTrades] = useState<readonly TradeRowData[] | null>(null)
  const shown = pausedTrades ?? trades
  if (trades.length === 0) {
    return (
      <EmptyState title={props.isFiltered ? "No matching trades" : "No trades yet"}>
        New trades appear here automatically.
      </EmptyState>
    )
  }
  return (
    <div className="@container">
      {isLive && (
        <PauseButton
          isPaused={pausedTrades !== null}
          onToggle={() => setPausedTrades(pausedTrades ? null : trades)}
          waiting={pausedTrades ? countNewer(trades, pausedTrades) : 0}
        />
      )}
      <ol className="divide-y divide-line">
        {shown.map((trade) => (
          <TradeRow
            key={trade.id}
            name={props.names?.[trade.user]}
            trade={trade}
            traders={{ creator, early, own: showsWallet ? own : null }}
          />
        ))}
      </ol>
    </div>
  )
}

type PauseButtonProps = { isPaused: boolean; waiting: number; onToggle: () => void }

function PauseButton({ isPaused, waiting, onToggle }: PauseButtonProps) {
  return (
    <button
      aria-pressed={isPaused}
      className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-ink"
      onClick={onToggle}
      type="button"
    >
      <span
        aria-hidden="true"
        className={isPaused ? "size-2 rounded-full bg-sand" : "size-2 rounded-full bg-kelp"}
      />
      {isPaused ? `Paused, ${waiting} new` : "Live"}
      <span className="text-accent">{isPaused ? "Resume" : "Pause"}</span>
    </button>
  )
}

/** Row ids are ascending: higher ones than the newest paused row are new. */
function countNewer(trades: readonly TradeRowData[], frozen: readonly TradeRowData[]) {
  const newest = BigInt(frozen[0]?.id ?? 0)
  return trades.filter((trade) => BigInt(trade.id) > newest).length
}
