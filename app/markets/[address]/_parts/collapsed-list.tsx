import type { ReactNode } from "react"

type CollapsedListProps = { items: readonly ReactNode[]; shown: number; className: string }

/** A list whose first items are shown; the rest unfolds. */
export function CollapsedList({ items, shown, className }: CollapsedListProps) {
  const rest = items.slice(shown)
  return (
    <>
      <ul className={className}>{items.slice(0, shown)}</ul>
      {rest.length > 0 && (
        <details>
          <summary className="text-link inline-flex min-h-11 items-center text-sm">
            {rest.length} more
          </summary>
          <ul className={className}>{rest}</ul>
        </details>
      )}
    </>
  )
}
