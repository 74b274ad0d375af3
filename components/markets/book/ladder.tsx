"use client"

import { roundUp } from "@/components/markets/round-up"
import { type Prefill, prefillTicket } from "@/components/markets/ticket/prefill"
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

/** Price levels shown; the rest is counted. */
const SHOWN = 12

type LadderProps = {
  market: TicketMarket
  outcome: number
  orders: readonly TicketOrder[]
  depth: Reserves
}

/** Orders by price, with the pool's price among them. A press prefills the ticket up to a level. */
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
          ? "The outcome is final."
          : isClosed
            ? "The pool has closed. Shares can be bought again when a holder offers some."
            : `Every purchase is filled by the pool, at ${roundUp(poolPrice)} USDB a share and rising.`}
      </EmptyState>
    )
  }
  const shown = levels.slice(0, SHOWN)
  const most = shown.at(-1)?.cumulativeShares ?? 1n
  const pick = (level: PriceLevel) => {
    const wish: Prefill = { market: market.address, outcome, usdc: level.cumulativeCost }
    prefillTicket(wish)
    const ticket = document.getElementById("trade")
    // On narrow screens the ticket is a sheet that opens by itself.
    if (ticket && ticket.offsetHeight > 0) ticket.scrollIntoView({ block: "nearest" })
  }
  const fillable = shown.filter(({ isFillable }) => isFillable)
  const unfillable = shown.filter(({ isFillable }) => !isFillable)
  return (
    <div className="grid gap-1 text-sm">
      <p aria-hidden="true" className="grid grid-cols-3 gap-3 px-2 text-xs text-muted">
        <span>USDB a share</span>
        <span className="text-right">Shares</span>
        <span className="text-right">Together, with tax</span>
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
            The pool asks {roundUp(poolPrice)} USDB
            <span aria-hidden="true" className="h-px flex-1 bg-accent" />
          </li>
        )}
        {unfillable.map((level) => (
          <LevelRow isPressable={false} key={`${level.price}`} level={level} most={most} />
        ))}
      </ol>
      {(isFinal || unfillable.length > 0) && (
        <p className="px-2 text-xs text-muted">
          {isFinal
            ? "The outcome is final: these orders can only be cancelled."
            : "Orders above the pool’s price can be filled when it has risen to them, or has closed."}
        </p>
      )}
      {levels.length > SHOWN && (
        <p className="px-2 text-xs text-muted">
          and {levels.length - SHOWN} dearer {levels.length - SHOWN === 1 ? "level" : "levels"}
        </p>
      )}
    </div>
  )
}

type RowProps = { level: PriceLevel; most: bigint; isPressable: boolean; onPick?: () => void }

function LevelRow({ level, most, isPressable, onPick }: RowProps) {
  const { price, shares, cumulativeShares, cumulativeCost, ownShares } = level
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
      <span className="relative text-right text-muted">{roundUp(cumulativeCost, 2)}</span>
    </>
  )
  const look =
    "figures relative grid min-h-11 w-full grid-cols-3 items-center gap-3 overflow-hidden rounded-control px-2 text-left"
  return (
    <li>
      {isPressable ? (
        <button
          aria-label={`Buy up to ${roundUp(price)} USDB a share: ${formatAmount(cumulativeShares, 2)} shares for ${roundUp(cumulativeCost, 2)} USDB`}
          className={cn(look, "hover:bg-sunken")}
          onClick={onPick}
          type="button"
        >
          {content}
        </button>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  )
}
