"use client"

import { roundUp } from "@/components/markets/round-up"
import { prefillTicket } from "@/components/markets/ticket/prefill"
import {
  isPoolClosed,
  type TicketMarket,
  type TicketOrder,
} from "@/components/markets/ticket/ticket-market"
import { cn } from "@/components/ui/cn"
import { EmptyState } from "@/components/ui/states"
import { useNow } from "@/components/ui/use-now"
import { useWalletState } from "@/components/wallet/store"
import { formatAmount } from "@/lib/format"
import { type Reserves, spotPrice } from "@/lib/markets/math"
import { groupByPrice, type PriceLevel } from "./price-levels"

/** Most price levels shown; the rest is counted. */
const SHOWN = 12

type LadderProps = {
  market: TicketMarket
  outcome: number
  orders: readonly TicketOrder[]
  depth: Reserves
}

/** Orders by price, with the price of the pool among them. A press on a level prefills the ticket. */
export function Ladder({ market, outcome, orders, depth }: LadderProps) {
  const { isFinal } = market
  const isClosed = isPoolClosed(market, useNow())
  const { address: owner } = useWalletState()
  const levels = groupByPrice(orders, { pool: { ...depth, isClosed }, owner })
  const poolPrice = spotPrice(depth)
  if (levels.length === 0) {
    return (
      <EmptyState title="No open orders">
        {isFinal
          ? "The market is resolved."
          : isClosed
            ? "The pool has closed. Shares can be bought when a holder lists some."
            : `Purchases are filled by the pool, from ${roundUp(poolPrice)} USDB per share.`}
      </EmptyState>
    )
  }
  const shown = levels.slice(0, SHOWN)
  const most = shown.at(-1)?.cumulativeShares ?? 1n
  const pick = (level: PriceLevel) => {
    prefillTicket({ market: market.address, outcome, usdc: level.cumulativeCost })
    const ticket = document.getElementById("trade")
    // On narrow screens the ticket is a sheet that opens by itself.
    if (ticket && ticket.offsetHeight > 0) ticket.scrollIntoView({ block: "nearest" })
  }
  const fillable = shown.filter(({ isFillable }) => isFillable)
  const unfillable = shown.filter(({ isFillable }) => !isFillable)
  return (
    <div className="grid gap-1 text-sm">
      <p aria-hidden="true" className="grid grid-cols-3 gap-3 px-2 text-xs text-muted">
        <span>Price, USDB</span>
        <span className="text-right">Shares</span>
        <span className="text-right">Total with tax, USDB</span>
      </p>
      <ol className="grid gap-0.5">
        {fillable.map((level) => (
          <LevelRow
            isPressable={!isFinal && level.cumulativeCost > 0n}
            key={`${level.price}`}
            level={level}
            most={most}
            onPick={() => pick(level)}
          />
        ))}
        {!isClosed && (
          <li className="figures flex items-center gap-2 px-2 py-1 text-xs text-accent">
            <span aria-hidden="true" className="h-px flex-1 bg-accent" />
            Pool price: {roundUp(poolPrice)} USDB
            <span aria-hidden="true" className="h-px flex-1 bg-accent" />
          </li>
        )}
        {unfillable.map((level) => (
          <LevelRow isPressable={false} key={`${level.price}`} level={level} most={most} />
        ))}
      </ol>
      <p className="px-2 text-xs text-muted">
        {isFinal
          ? "The market is resolved. These orders can only be cancelled."
          : isClosed
            ? "The pool has closed: these offers of holders are the only way to buy. Cheaper ones are bought first."
            : "These are offers of holders. Those below the pool price are the cheapest way to buy, and are bought first. Dearer ones wait until the pool price gets there or the pool closes."}
      </p>
      {levels.length > SHOWN && (
        <p className="px-2 text-xs text-muted">and {levels.length - SHOWN} more at higher prices</p>
      )}
    </div>
  )
}

type RowProps = { level: PriceLevel; most: bigint; isPressable: boolean; onPick?: () => void }

function LevelRow({ level, most, isPressable, onPick }: RowProps) {
  const { price, shares, cumulativeShares, cumulativeCost, ownShares, ownCost } = level
  // Other wallets' purchases do not add up to it: it is the price of this order alone.
  const total = ownShares === shares ? ownCost : cumulativeCost
  const width = Number((cumulativeShares * 1_000n) / (most === 0n ? 1n : most)) / 10
  const content = (
    <>
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-0 bg-accent-soft"
        style={{ width: `${width}%` }}
      />
      <span className="relative flex items-center gap-2 font-medium">
        {roundUp(price)}
        {ownShares > 0n && (
          <span className="rounded-full bg-sand-soft px-1.5 text-xs text-sand">
            yours{ownShares < shares ? `: ${formatAmount(ownShares, 2)}` : ""}
          </span>
        )}
      </span>
      <span className="relative text-right">{formatAmount(shares, 2)}</span>
      <span className="relative text-right text-muted">{roundUp(total, 2)}</span>
    </>
  )
  const style =
    "figures relative grid min-h-11 w-full grid-cols-3 items-center gap-3 overflow-hidden rounded-control px-2 text-left"
  return (
    <li>
      {isPressable ? (
        <button
          aria-label={`Buy at up to ${roundUp(price)} USDB per share: ${formatAmount(cumulativeShares, 2)} shares for ${roundUp(cumulativeCost, 2)} USDB`}
          className={cn(style, "hover:bg-sunken")}
          onClick={onPick}
          type="button"
        >
          {content}
        </button>
      ) : (
        <div className={style}>{content}</div>
      )}
    </li>
  )
}
