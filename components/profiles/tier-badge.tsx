import { formatInteger } from "@/lib/format"

type TierIconProps = { tier: string; tierEmoji: string }

/** A wallet's tier and rank; its points are not public. */
export function TierBadge({ rank, ...icon }: TierIconProps & { rank: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <TierIcon {...icon} />
      <span aria-hidden="true">{icon.tier}</span>
      <span>· {rank > 0 ? `rank ${formatInteger(rank)}` : "unranked"}</span>
    </span>
  )
}

/** A tier's emoji, with its name for screen readers and on hover. */
export function TierIcon({ tier, tierEmoji }: TierIconProps) {
  return (
    <span aria-label={`Tier ${tier}`} role="img" title={tier}>
      {tierEmoji}
    </span>
  )
}
