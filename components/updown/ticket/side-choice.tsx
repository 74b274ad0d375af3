import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { formatFeedPrice, formatUsdb, sideLabels } from "@/components/updown/labels"
import type { BetQuote } from "@/components/updown/round-quote"
import { type Side, sides } from "@/lib/updown/constants"

type Props = {
  value: Side
  onChange: (side: Side) => void
  /** The payout of the amount on each side; null without an amount. */
  payouts: Record<Side, Pick<BetQuote, "payout" | "stake"> | null>
  isDisabled: boolean
  /** Null while no round is open. */
  startPrice: bigint | null
}

const chosenStyles: Record<Side, string> = {
  bull: "border-kelp bg-kelp-soft text-kelp",
  bear: "border-coral bg-coral-soft text-coral",
}

/** Up or down, each with its payout. */
export function SideChoice({ value, onChange, payouts, isDisabled, startPrice }: Props) {
  return (
    <fieldset className="grid grid-cols-2 gap-2" disabled={isDisabled}>
      <legend className="mb-1.5 text-sm font-medium">
        {startPrice === null ? "Up or down?" : `Above or below ${formatFeedPrice(startPrice)}?`}
      </legend>
      {sides.map((side) => (
        <button
          aria-pressed={side === value}
          className={cn(
            "grid min-h-16 justify-items-center content-center rounded-control border p-2 font-semibold",
            side === value ? chosenStyles[side] : "border-line-strong hover:bg-sunken",
          )}
          key={side}
          onClick={() => onChange(side)}
          type="button"
        >
          <span className="flex items-center gap-1">
            <Icon name={side === "bull" ? "up" : "down"} size={18} />
            {sideLabels[side]}
          </span>
          <span className="figures min-h-5 text-sm font-normal">
            <SidePayout quote={payouts[side]} />
          </span>
        </button>
      ))}
    </fieldset>
  )
}

function SidePayout({ quote }: { quote: Props["payouts"][Side] }) {
  if (quote === null) return null
  if (quote.payout <= quote.stake) return <>no win yet</>
  return (
    <>
      <span className="sr-only"> pays </span>
      {formatUsdb(quote.payout)} USDB
    </>
  )
}
