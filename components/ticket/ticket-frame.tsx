import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { NeedsScripts } from "@/components/ui/needs-scripts"
import type { TicketSheetState } from "./use-ticket-sheet"

type TicketFrameProps<T> = {
  title: string
  /** The traded asset and its price, in the bar of narrow screens. */
  name: string
  price: string
  sheet: TicketSheetState<T>
  /** The buttons on the bar that open the sheet. */
  buttons: ReactNode
  /** The ticket on wide screens, or its placeholder until the code has loaded. */
  card: ReactNode
  placeholder: ReactNode
  /** The ticket in the sheet, for the target that opened it. */
  children: (target: T) => ReactNode
}

/** A ticket: a card on wide screens, a bar that opens a sheet on narrow ones. */
export function TicketFrame<T>(props: TicketFrameProps<T>) {
  const { title, name, price, sheet, buttons, card, placeholder, children } = props
  const { isCard, Sheet, target, hasFailed, close } = sheet
  return (
    <>
      <NeedsScripts />
      <Card className="hidden w-full lg:block" title={title}>
        {isCard ? card : placeholder}
      </Card>
      <section
        aria-label={title}
        // The footer leaves room for it.
        data-trade-bar
        className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 border-t border-line bg-surface lg:hidden"
      >
        {hasFailed && (
          <p className="mx-auto max-w-3xl px-4 pt-2 text-sm text-coral" role="alert">
            The ticket did not load. Check your connection and try again.
          </p>
        )}
        <div className="mx-auto flex max-w-3xl items-center gap-2 px-4 py-2">
          <p className="grid min-w-0 flex-1 text-xs text-muted">
            <bdi className="truncate">{name}</bdi>
            <span className="figures truncate text-base font-semibold text-ink">{price}</span>
          </p>
          {buttons}
        </div>
      </section>
      {Sheet && (
        <Sheet isOpen={target !== null} onClose={close} title={title}>
          {target !== null && children(target)}
        </Sheet>
      )}
    </>
  )
}
