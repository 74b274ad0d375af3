import { classes } from "@/components/ui/classes"
import { Change, Line } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { amount, change, percent, usd } from "@/lib/format"
import type { TaxSplit } from "@/lib/tokens/taxes/math"
import { Disclosure } from "./disclosure"
import { FloorLines } from "./floor-lines"
import { type ImpactLevel, impactLevel } from "./judgement"
import type { Fees, Preview, Side } from "./preview"

type Props = {
  preview: Preview
  side: Side
  fees: Fees
  minimumOut: bigint
  slippage: bigint
  outSymbol: string
  tokenSymbol: string
  isHub: boolean
  canFall: boolean
}

/** The trade in numbers. Impact is what this trade itself moves; slippage what others may move before it. */
export function QuoteDetails(props: Props) {
  const { preview, fees, minimumOut, slippage, outSymbol } = props
  return (
    <div className="grid gap-1">
      <dl data-testid="quote-lines">
        <Line label="Price impact">
          <Impact impact={preview.impact} />
        </Line>
        <Line label="Allowed slippage">{percent(slippage)}</Line>
        <Line label="Minimum received">
          <span className="flex justify-end gap-1">
            {amount(minimumOut, 6)} <bdi className="min-w-0 truncate">{outSymbol}</bdi>
          </span>
        </Line>
        <Line label="Price after">
          {usd(preview.priceAfter)}{" "}
          <span className="ml-1">
            <Change basisPoints={change(preview.priceBefore, preview.priceAfter)} />
          </span>
        </Line>
        <Line label="Route">{routeText(props)}</Line>
      </dl>
      <FeeLines fees={fees} />
      <FloorLines {...props} />
    </div>
  )
}

const looks: Record<ImpactLevel, { look: string; word: string }> = {
  ordinary: { look: "", word: "" },
  notable: { look: "text-sand", word: "notable" },
  high: { look: "text-coral", word: "high" },
  severe: { look: "text-coral", word: "severe" },
  extreme: { look: "text-coral", word: "extreme" },
}

function Impact({ impact }: { impact: bigint }) {
  const { look, word } = looks[impactLevel(impact)]
  return (
    <span className={classes("inline-flex items-center gap-1", look)}>
      {word && <Icon name="warning" size={14} />}
      {percent(impact)}
      {word && ` · ${word}`}
    </span>
  )
}

function routeText({ side, tokenSymbol, isHub }: Pick<Props, "side" | "tokenSymbol" | "isHub">) {
  const stops = isHub ? ["USDB", "TIDE"] : ["USDB", "TIDE", tokenSymbol]
  const shown = side === "buy" ? stops : stops.toReversed()
  return (
    <bdi className="flex flex-wrap justify-end gap-x-1">
      {shown.map((stop, index) => (
        <span className="flex min-w-0 gap-1" key={stop}>
          {index > 0 && (
            <>
              <span aria-hidden="true">→</span>
              <span className="sr-only">to</span>
            </>
          )}
          <span className="truncate">{stop}</span>
        </span>
      ))}
    </bdi>
  )
}

const RECEIVERS: readonly { part: keyof TaxSplit; label: string }[] = [
  { part: "creator", label: "The token’s creator" },
  { part: "market", label: "The prediction’s market" },
  { part: "vault", label: "The savings vault" },
  { part: "rewardBuyers", label: "Buyers of the reward phase" },
  { part: "treasury", label: "Atoll’s treasury" },
]

function FeeLines({ fees }: { fees: Fees }) {
  const { total, baseRate, surgeRate, split } = fees
  return (
    <Disclosure label={`Fees, ${percent(baseRate + surgeRate)}`} value={`${amount(total)} USDB`}>
      <dl>
        {surgeRate > 0n && (
          <Line label="Of it surge tax">
            {percent(surgeRate)} on top of {percent(baseRate)}
          </Line>
        )}
        {RECEIVERS.filter(({ part }) => split[part] > 0n).map(({ part, label }) => (
          <Line key={part} label={label}>
            {amount(split[part])} USDB · {percent((split[part] * 10_000n) / total)}
          </Line>
        ))}
      </dl>
      <p className="pb-1 text-xs text-muted">
        One tax per trade, already in the amounts above. Your wallet adds the chain’s network fee.
      </p>
    </Disclosure>
  )
}
