import { EmptyState } from "@/components/ui/states"
import { TradeRows, type TradeRowsProps } from "./trade-rows"
import { TradeTape } from "./trade-tape"

type TradeListProps = TradeRowsProps & {
  /** Whether new rows are added at the top. */
  isLive?: boolean
  /** Whether a filter is active. */
  isFiltered?: boolean
}

/** Trades, newest first. */
export function TradeList({ isLive = true, isFiltered = false, ...rows }: TradeListProps) {
  const { trades, early } = rows
  if (trades.length === 0) {
    return (
      <EmptyState title={isFiltered ? "No matching trades" : "No trades yet"}>
        New trades appear here automatically.
      </EmptyState>
    )
  }
  const shown = new Set(trades.map(({ user }) => user))
  const list = (
    <ol className="divide-y divide-line">
      <TradeRows {...rows} early={early?.filter((wallet) => shown.has(wallet))} />
    </ol>
  )
  return (
    <div className="@container">
      {isLive ? <TradeTape ids={trades.map(({ id }) => id)}>{list}</TradeTape> : list}
    </div>
  )
}
