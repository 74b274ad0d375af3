"use client"

import { assetDetails } from "@/lib/updown/assets"
import { timeframes } from "@/lib/updown/timeframes"
import { formatFeedPrice } from "./labels"
import { useRounds } from "./live-rounds"
import { RoundCell } from "./round-cell"
import { TicketSheet, useRoundTicket } from "./ticket-sheet"

const [FIVE_MINUTES] = timeframes

/** The shortest round of each asset, side by side; on narrow screens they scroll in their box. */
export function RoundsStrip() {
  const { view } = useRounds()
  const ticket = useRoundTicket()
  return (
    <>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 xl:mx-0 xl:grid xl:grid-cols-5 xl:overflow-visible xl:px-0 xl:pb-0">
        {view.assets.map((state) => (
          <li className="round-strip" key={state.asset}>
            <p className="flex items-baseline justify-between gap-2">
              <span className="font-semibold">{assetDetails[state.asset].symbol}</span>
              <span className="figures text-sm">
                {state.feed ? formatFeedPrice(state.feed.price) : "–"}
              </span>
            </p>
            <RoundCell
              asset={state.asset}
              onBet={(side) => ticket.open({ asset: state.asset, timeframe: FIVE_MINUTES, side })}
              onPreload={ticket.preload}
              state={state}
              timeframe={FIVE_MINUTES}
            />
          </li>
        ))}
      </ul>
      <TicketSheet ticket={ticket} />
    </>
  )
}
