import { formatInteger } from "@/lib/format"

/** Places won or lost since 00:00 UTC; null is unknown. */
export function RankChange({ delta }: { delta: number | null }) {
  if (delta === null) return <span className="text-muted">New</span>
  if (delta === 0) return <span className="text-muted">–</span>
  const rises = delta > 0
  return (
    <span className={`figures change ${rises ? "i-up text-kelp" : "i-down text-coral"}`}>
      <span className="sr-only">{rises ? "up" : "down"} </span>
      {formatInteger(Math.abs(delta))}
    </span>
  )
}
