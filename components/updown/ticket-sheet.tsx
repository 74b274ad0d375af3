"use client"

import { useTicketSheet } from "@/components/ticket/use-ticket-sheet"
import type { Asset } from "@/lib/updown/assets"
import type { Side } from "@/lib/updown/constants"
import type { Timeframe } from "@/lib/updown/timeframes"
import { seriesName } from "./labels"
import { LazyRoundTicket } from "./lazy-parts"

/** The ticket that a press on a side opens. */
export type TicketTarget = { asset: Asset; timeframe: Timeframe; side: Side }

export const useRoundTicket = () => useTicketSheet<TicketTarget>()

/** The ticket of a round in a list: a panel at the side, on phones at the bottom. */
export function TicketSheet({ ticket }: { ticket: ReturnType<typeof useRoundTicket> }) {
  const { Sheet, target, close, hasFailed } = ticket
  return (
    <>
      {hasFailed && (
        <p className="text-sm text-coral" role="alert">
          The ticket did not load. Check your connection and try again.
        </p>
      )}
      {Sheet && (
        <Sheet
          isOpen={target !== null}
          onClose={close}
          title={target ? seriesName(target.asset, target.timeframe) : "Bet"}
        >
          {target && (
            <LazyRoundTicket {...target} key={`${target.asset} ${target.timeframe.code}`} />
          )}
        </Sheet>
      )}
    </>
  )
}
