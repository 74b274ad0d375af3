import { grouped } from "@/lib/format"
import { TierMark } from "./tier-mark"

type StandingProps = { tier: string; tierEmoji: string; rank: number }

/** A wallet's tier and rank. How many points it has is told nowhere. */
export function Standing({ tier, tierEmoji, rank }: StandingProps) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <TierMark tier={tier} tierEmoji={tierEmoji} />
      <span aria-hidden="true">{tier}</span>
      <span>· {rank > 0 ? `rank ${grouped(rank)}` : "not ranked yet"}</span>
    </span>
  )
}
