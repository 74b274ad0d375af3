type TierIconProps = { tier: string; tierEmoji: string }

/** A tier as its drawing; its name is read out and shown on hovering. */
export function TierIcon({ tier, tierEmoji }: TierIconProps) {
  return (
    <span aria-label={`Tier ${tier}`} role="img" title={tier}>
      {tierEmoji}
    </span>
  )
}
