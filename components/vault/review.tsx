import { DetailRow } from "@/components/ui/figures"
import type { ReviewLine } from "./action"

/** Figures before and after a transaction. */
export function Review({ lines }: { lines: readonly ReviewLine[] }) {
  if (lines.length === 0) return null
  return (
    <dl className="rounded-control bg-sunken px-3 py-1.5" data-testid="review">
      {lines.map(({ label, before, after }) => (
        <DetailRow key={label} label={label}>
          {before !== null && (
            <>
              <span className="text-muted">{before}</span>{" "}
              <span aria-hidden="true" className="text-muted">
                →
              </span>
              <span className="sr-only">to</span>{" "}
            </>
          )}
          {after}
        </DetailRow>
      ))}
    </dl>
  )
}
