import { classes } from "@/components/ui/classes"
import { Change, Line } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { amount, change, percent, usd } from "@/lib/format"
import { type ImpactLevel, impactLevel, type Preview } from "./preview"

type Props = {
  preview: Preview
  minimumOut: bigint
  slippage: bigint
  outSymbol: string
  taxBasisPoints: bigint
}

const looks: Record<ImpactLevel, { look: string; word: string }> = {
  ordinary: { look: "", word: "" },
  notable: { look: "text-sand", word: "notable" },
  high: { look: "text-coral", word: "high" },
  severe: { look: "text-coral", word: "severe" },
}

/** The trade in numbers. Impact is what this trade itself moves; slippage is what others may move before it. */
export function QuoteLines({ preview, minimumOut, slippage, outSymbol, taxBasisPoints }: Props) {
  const { look, word } = looks[impactLevel(preview.impact)]
  return (
    <dl data-testid="quote-lines">
      <Line label="Price impact">
        <span className={classes("inline-flex items-center gap-1", look)}>
          {word && <Icon name="warning" size={14} />}
          {percent(preview.impact)}
          {word && ` · ${word}`}
        </span>
      </Line>
      <Line label="Allowed slippage">{percent(slippage)}</Line>
      <Line label="Minimum received">
        <span className="flex justify-end gap-1">
          {amount(minimumOut, 6)} <bdi className="min-w-0 truncate">{outSymbol}</bdi>
        </span>
      </Line>
      <Line label={`Tax, ${percent(taxBasisPoints)}`}>{amount(preview.tax)} USDB</Line>
      <Line label="Price after">
        {usd(preview.priceAfter)}{" "}
        <span className="ml-1">
          <Change basisPoints={change(preview.priceBefore, preview.priceAfter)} />
        </span>
      </Line>
    </dl>
  )
}
