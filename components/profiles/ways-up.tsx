import { formatInteger, formatPercent } from "@/lib/format"
import { TIERS } from "@/lib/profiles/tiers"

/** The ways to earn points, from section 4.6 of the specification. */
const ways = [
  "Buy tokens: every trade of 10 USD or more counts.",
  "Bet on markets and price rounds: every bet of 5 USD or more counts.",
  "Launch a token or market that five others buy.",
  "Hold wTIDE, lock it, or have a loan open.",
  "Trade every day: a streak raises what counts, up to twice as much on the eleventh day.",
  "Refer others, register an agent, post about Atoll from a linked account.",
]

/** The next tier and what leads there. */
export function WaysUp({ tier }: { tier: string }) {
  const next = TIERS[TIERS.findIndex((each) => each.tier === tier) + 1]
  return (
    <div className="grid gap-2 text-sm">
      {next ? (
        <p>
          Next is <b>{next.tier}</b>, from {formatInteger(next.minPoints)} points. With it you earn{" "}
          {formatPercent(next.layerOne)} of what wallets earn that you referred.
        </p>
      ) : (
        <p>You have the highest tier.</p>
      )}
      <p className="font-medium">What moves you up</p>
      <ul className="grid list-disc gap-1 pl-5 text-muted">
        {ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </div>
  )
}
