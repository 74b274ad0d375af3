import { WaysUp } from "@/components/profiles/ways-up"
import { cn } from "@/components/ui/cn"
import { formatInteger } from "@/lib/format"
import { TIERS, type Tier } from "@/lib/profiles/tiers"

/** The ten tiers as a staircase, the wallet's own marked, and what leads up. */
export function TierPath({ tier }: { tier: string }) {
  const position = Math.max(
    0,
    TIERS.findIndex((each) => each.tier === tier),
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol aria-label="Tiers" className="grid grid-cols-10 items-end gap-0.5 sm:gap-1">
        {TIERS.map((each, index) => (
          <Step index={index} key={each.tier} position={position} tier={each} />
        ))}
      </ol>
      <WaysUp tier={tier} />
    </div>
  )
}

/** Height of the first step and of each further one, in rem. */
const FIRST_STEP = 0.75
const STEP = 0.5

function Step({ tier, index, position }: { tier: Tier; index: number; position: number }) {
  const isOwn = index === position
  const state = isOwn ? "your tier" : index < position ? "reached" : "not reached"
  return (
    <li
      aria-current={isOwn ? "step" : undefined}
      className="grid min-w-0 justify-items-center gap-1 text-center"
      title={`${tier.tier}: from ${formatInteger(tier.minPoints)} points`}
    >
      <span
        aria-hidden="true"
        className={cn("text-lg sm:text-2xl", index > position && "opacity-40 grayscale")}
      >
        {tier.tierEmoji}
      </span>
      <span
        aria-hidden="true"
        className={cn("w-full rounded-t-sm", index <= position ? "bg-accent" : "bg-sunken")}
        style={{ height: `${FIRST_STEP + index * STEP}rem` }}
      />
      <span
        className={cn(
          "truncate text-xs max-sm:sr-only",
          isOwn ? "font-semibold text-accent" : "text-muted",
        )}
      >
        {tier.tier}
      </span>
      <span className="sr-only">: {state}</span>
    </li>
  )
}
