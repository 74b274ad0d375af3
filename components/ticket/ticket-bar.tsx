import type { ReactNode } from "react"

type TicketBarProps = {
  label: string
  name: string
  figure: string
  hasFailed: boolean
  /** The buttons that open the ticket. */
  children: ReactNode
}

/** On narrow screens: what is traded, how it stands, and the way to its ticket, always at hand. */
export function TicketBar({ label, name, figure, hasFailed, children }: TicketBarProps) {
  return (
    <section
      aria-label={label}
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
          <bdi className="truncate">{name}</bdi>
          <span className="figures truncate text-base font-semibold text-ink">{figure}</span>
        </p>
        {children}
      </div>
    </section>
  )
}
