"use client"

import { useTicketSheet } from "@/components/swap/use-ticket-sheet"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { chance } from "@/lib/markets/words"
import { LiveTicket } from "./live-ticket"
import type { TicketProps } from "./ticket"
import { TicketShell } from "./ticket-shell"

/** The ticket of a market: a card on wide screens, a bar that opens a sheet on narrow ones. */
export function MarketTicket(props: TicketProps) {
  const { isCard, Sheet, wanted, awaited, hasFailed, ...sheet } = useTicketSheet<"buy">()
  const outcome = props.market.outcomes[props.outcome]
  return (
    <>
      <Card className="hidden w-full lg:block" title="Buy shares">
        {isCard ? <LiveTicket {...props} /> : <TicketShell {...props} />}
      </Card>
      <section
        aria-label="Buy shares"
        // The footer leaves room for it.
        data-trade-bar
        className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 border-t border-line bg-surface lg:hidden"
      >
        {hasFailed && (
          <p className="mx-auto max-w-3xl px-4 pt-2 text-sm text-coral" role="alert">
            The ticket did not load. Check your connection and press again.
          </p>
        )}
        <div className="mx-auto flex max-w-3xl items-center gap-2 px-4 py-2">
          <p className="grid min-w-0 flex-1 text-xs text-muted">
            <bdi className="truncate">{outcome?.name}</bdi>
            <span className="figures truncate text-base font-semibold text-ink">
              {outcome ? chance(outcome.probability) : "–"}
            </span>
          </p>
          <Button
            aria-haspopup="dialog"
            onClick={() => sheet.open("buy")}
            onFocus={sheet.approach}
            onPointerDown={sheet.approach}
            pending={awaited !== null}
          >
            Buy shares
          </Button>
        </div>
      </section>
      {Sheet && (
        <Sheet isOpen={wanted !== null} onClose={sheet.close} title="Buy shares">
          {wanted && <LiveTicket {...props} />}
        </Sheet>
      )}
    </>
  )
}
