import { Icon } from "@/components/ui/icon"
import { formatInteger } from "@/lib/format"

/** Places won or lost since 00:00 UTC; null is unknown. */
export function RankChange({ delta }: { delta: number | null }) {
  if (delta === null) return <span className="text-muted">New</span>
  if (delta === 0) return <span className="text-muted">–</span>
  const rises = delta > 0
  return (
    <span className={`figures change ${rises ? "text-kelp" : "text-coral"}`}>
      <Icon name={rises ? "up" : "down"} size={14} />
      <span className="sr-only">{rises ? "up" : "down"} </span>
      {formatInteger(Math.abs(delta))}
    </span>
  )
}
