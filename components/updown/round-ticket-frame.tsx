"use client"

import { TicketFrame } from "@/components/ticket/ticket-frame"
import { useTicketSheet } from "@/components/ticket/use-ticket-sheet"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import type { Asset } from "@/lib/updown/assets"
import { type Side, sides } from "@/lib/updown/constants"
import type { Timeframe } from "@/lib/updown/timeframes"
import { formatFeedPrice, seriesName, sideLabels } from "./labels"
import { LazyRoundTicket, TicketPlaceholder } from "./lazy-parts"
import { useAssetRounds } from "./live-rounds"

type Props = {
  asset: Asset
  timeframe: Timeframe
  /** The side in the link that led here; null without one. */
  side: Side | null
}

/** The ticket of the page: a card on wide screens, a bar with both sides on narrow ones. */
export function RoundTicketFrame({ asset, timeframe, side }: Props) {
  const sheet = useTicketSheet<Side>()
  const feed = useAssetRounds(asset)?.feed ?? null
  const ticket = { asset, timeframe }
  return (
    <TicketFrame
      buttons={
        <div className="grid grid-cols-2 gap-2">
          {sides.map((each) => (
            <button
              aria-haspopup="dialog"
              className={cn(
                "flex min-h-11 items-center gap-1 rounded-control border px-3 text-sm font-semibold",
                each === "bull" ? "border-kelp text-kelp" : "border-coral text-coral",
              )}
              key={each}
              onClick={() => sheet.open(each)}
              onFocus={sheet.preload}
              onPointerDown={sheet.preload}
              type="button"
            >
              <Icon name={each === "bull" ? "up" : "down"} size={16} />
              {sideLabels[each]}
            </button>
          ))}
        </div>
      }
      card={<LazyRoundTicket {...ticket} side={side} />}
      name={seriesName(asset, timeframe)}
      placeholder={<TicketPlaceholder side={side} />}
      price={feed ? formatFeedPrice(feed.price) : "–"}
      sheet={sheet}
      title="Bet"
    >
      {(chosen) => <LazyRoundTicket {...ticket} key={chosen} side={chosen} />}
    </TicketFrame>
  )
}
