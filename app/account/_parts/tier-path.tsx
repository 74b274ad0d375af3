import { cn } from "@/components/ui/cn"
import { formatInteger, formatPercent } from "@/lib/format"
import { TIERS, type Tier } from "@/lib/profiles/tiers"

/** The ten tiers as a staircase, the wallet's own marked, and what leads up. */
export function TierPath({ tier }: { tier: string }) {
  const position = Math.max(
    0,
    TIERS.findIndex((each) => each.tier === tier),
  )
  const next = TIERS[position + 1]
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol aria-label="Tiers" className="grid grid-cols-10 items-end gap-0.5 sm:gap-1">
        {TIERS.map((each, index) => (
          <Step index={index} key={each.tier} position={position} tier={each} />
        ))}
      </ol>
      {next ? <WayUp next={next} /> : <p className="text-sm">You have the highest tier.</p>}
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

/** What counts, from section 4.6 of the specification. */
const ways = [
  "Buy tokens: every trade of 10 USD or more counts.",
  "Bet on markets and price rounds: every bet of 5 USD or more counts.",
  "Launch a token or market that five others buy.",
  "Hold wTIDE, lock it, or have a loan open.",
  "Trade every day: a streak raises what counts, to twice as much on the eleventh day.",
  "Refer others, register an agent, post about Atoll from a linked account.",
]

function WayUp({ next }: { next: Tier }) {
  return (
    <div className="grid gap-2 text-sm">
      <p>
        Next is <b>{next.tier}</b>, from {formatInteger(next.minPoints)} points. With it you earn{" "}
        {formatPercent(next.layerOne)} of what wallets earn that you referred.
      </p>
      <p className="font-medium">What moves you up</p>
      <ul className="grid list-disc gap-1 pl-5 text-muted">
        {ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </div>
  )
}
