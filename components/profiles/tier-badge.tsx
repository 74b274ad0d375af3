import { formatInteger } from "@/lib/format"
import { TierIcon } from "./tier-icon"

type TierBadgeProps = { tier: string; tierEmoji: string; rank: number }

/** A wallet's tier and rank. How many points it has is told nowhere. */
export function TierBadge({ tier, tierEmoji, rank }: TierBadgeProps) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <TierIcon tier={tier} tierEmoji={tierEmoji} />
      <span aria-hidden="true">{tier}</span>
      <span>· {rank > 0 ? `rank ${formatInteger(rank)}` : "not ranked yet"}</span>
    </span>
  )
}
