import { classifyImpact, type ImpactLevel } from "@/components/ticket/price-impact"
import { cn } from "@/components/ui/cn"
import { Disclosure } from "@/components/ui/disclosure"
import { Change, DetailRow } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { computeChange, formatAmount, formatPercent, formatUsd } from "@/lib/format"
import type { FeeBreakdown, Side, TradePreview } from "@/lib/tokens/preview"
import type { TaxSplit } from "@/lib/tokens/tax-math"

type Props = {
  preview: TradePreview
  side: Side
  fees: FeeBreakdown
  minimumOut: bigint
  slippage: bigint
  outSymbol: string
  tokenSymbol: string
  isHub: boolean
  /** Whether the price can fall. */
  canFall: boolean
}

/** Figures of a trade. The trade itself causes its price impact; others cause slippage before it. */
export function QuoteDetails(props: Props) {
  const { preview, fees, minimumOut, slippage, outSymbol } = props
  return (
    <div className="grid gap-1">
      <dl data-testid="quote-lines">
        <DetailRow label="Price impact">
          <Impact impact={preview.impact} />
        </DetailRow>
        <DetailRow label="Allowed slippage">{formatPercent(slippage)}</DetailRow>
        <DetailRow label="Minimum received">
          <span className="flex justify-end gap-1">
            {formatAmount(minimumOut, 6)} <bdi className="min-w-0 truncate">{outSymbol}</bdi>
          </span>
        </DetailRow>
        <DetailRow label="Price after">
          {formatUsd(preview.priceAfter)}{" "}
          <span className="ml-1">
            <Change basisPoints={computeChange(preview.priceBefore, preview.priceAfter)} />
          </span>
        </DetailRow>
        <DetailRow label="Route">{formatRoute(props)}</DetailRow>
      </dl>
      <FeeLines fees={fees} />
      <FloorLines {...props} />
    </div>
  )
}

const impactStyles: Record<ImpactLevel, { look: string; word: string }> = {
  ordinary: { look: "", word: "" },
  notable: { look: "text-sand", word: "notable" },
  high: { look: "text-coral", word: "high" },
  severe: { look: "text-coral", word: "severe" },
  extreme: { look: "text-coral", word: "extreme" },
}

function Impact({ impact }: { impact: bigint }) {
  const { look, word } = impactStyles[classifyImpact(impact)]
  return (
    <span className={cn("inline-flex items-center gap-1", look)}>
      {word && <Icon name="warning" size={14} />}
      {formatPercent(impact)}
      {word && ` · ${word}`}
    </span>
  )
}

function formatRoute({ side, tokenSymbol, isHub }: Pick<Props, "side" | "tokenSymbol" | "isHub">) {
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
  { part: "creator", label: "Token creator" },
  { part: "market", label: "Market" },
  { part: "vault", label: "Savings vault" },
  { part: "rewardBuyers", label: "Reward phase buyers" },
  { part: "treasury", label: "Atoll treasury" },
]

function FeeLines({ fees }: { fees: FeeBreakdown }) {
  const { total, baseRate, surgeRate, split } = fees
  return (
    <Disclosure
      label={`Fees, ${formatPercent(baseRate + surgeRate)}`}
      value={`${formatAmount(total)} USDB`}
    >
      <dl>
        {surgeRate > 0n && (
          <DetailRow label="Surge tax">
            {formatPercent(surgeRate)} plus {formatPercent(baseRate)} base tax
          </DetailRow>
        )}
        {RECEIVERS.filter(({ part }) => split[part] > 0n).map(({ part, label }) => (
          <DetailRow key={part} label={label}>
            {formatAmount(split[part])} USDB · {formatPercent((split[part] * 10_000n) / total)}
          </DetailRow>
        ))}
      </dl>
      <p className="pb-1 text-xs text-muted">
        One tax per trade, included in the amounts above. The network fee is extra.
      </p>
    </Disclosure>
  )
}

/** The proceeds of the traded tokens at the floor price. */
function FloorLines({ preview, side, tokenSymbol, isHub, canFall }: Props) {
  const { floorBefore, floorAfter, leastProceeds } = preview
  const stake = side === "buy" ? preview.amountIn : preview.amountOut
  return (
    <Disclosure
      label="Least value at the floor price"
      value={`${formatAmount(leastProceeds)} USDB`}
    >
      <dl>
        <DetailRow label="Floor price now">{formatUsd(floorBefore)}</DetailRow>
        <DetailRow label="After this trade">
          {formatUsd(floorAfter)}{" "}
          <span className="ml-1">
            <Change basisPoints={computeChange(floorBefore, floorAfter)} />
          </span>
        </DetailRow>
        <DetailRow label={side === "buy" ? "Compared to what you pay" : "Compared to selling now"}>
          <Change basisPoints={computeChange(stake, leastProceeds)} />
        </DetailRow>
      </dl>
      <p className="pb-1 text-xs text-muted">
        {!canFall && `The price of ${isHub ? "TIDE" : `${tokenSymbol} in TIDE`} never falls. `}
        If everyone else sold first, {side === "buy" ? "what you buy" : "this amount"} would still
        sell for that much after today’s tax. Trades can only raise the floor.
      </p>
    </Disclosure>
  )
}
