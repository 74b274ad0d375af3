type TierMarkProps = { tier: string; tierEmoji: string }

/** A tier as its drawing; its name is read out and shown on hovering. */
export function TierMark({ tier, tierEmoji }: TierMarkProps) {
  return (
    <span aria-label={`Tier ${tier}`} role="img" title={tier}>
      {tierEmoji}
    </span>
  )
}
