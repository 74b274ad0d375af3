import { Button } from "@/components/ui/button"
import { Field } from "@/components/ui/field"
import { Notice } from "@/components/ui/notice"
import { formatPercent } from "@/lib/format"
import { CONSENT_WORD, findLargeShare, type ImpactLevel } from "./price-impact"

type QuoteWarningsProps = {
  /** Basis points. */
  impact: bigint
  level: ImpactLevel
  /** The amount paid, and its balance; undefined while unknown. */
  amountIn: bigint
  balance: bigint | undefined
  symbol: string
  consent: { text: string; setText: (text: string) => void; isRequired: boolean }
  /** By how many basis points the price has moved since it was shown; null within the tolerance. */
  slippedBy: bigint | null
  onAccept: () => void
}

/** Warnings before a quote is accepted. */
export function QuoteWarnings(props: QuoteWarningsProps) {
  const { impact, level, amountIn, balance, symbol, consent, slippedBy, onAccept } = props
  const share = balance === undefined ? null : findLargeShare(amountIn, balance)
  return (
    <>
      <ImpactNotice impact={impact} level={level} />
      {share !== null && (
        <Notice tone="warning">
          <p>
            This trade uses {share}% of your <bdi>{symbol}</bdi>.
          </p>
        </Notice>
      )}
      {consent.isRequired && (
        <Field
          autoCapitalize="none"
          hint={`You would lose ${formatPercent(impact)} of the value to price impact.`}
          label={`Type “${CONSENT_WORD}” to trade anyway`}
          onChange={(event) => consent.setText(event.target.value)}
          spellCheck={false}
          value={consent.text}
        />
      )}
      {slippedBy !== null && <PriceMovedNotice onAccept={onAccept} slippedBy={slippedBy} />}
    </>
  )
}

/** From 3 % on a warning, from 5 % a strong one. */
function ImpactNotice({ level, impact }: { level: ImpactLevel; impact: bigint }) {
  if (level === "ordinary" || level === "extreme") return null
  if (level === "notable") {
    return (
      <Notice title={`Price impact of ${formatPercent(impact)}`} tone="warning">
        <p>A smaller amount gets a better price.</p>
      </Notice>
    )
  }
  return (
    <Notice
      title={`High price impact: you receive ${formatPercent(impact)} less than at the current price`}
      tone="bad"
    >
      <p>Liquidity is low for this amount. A smaller amount gets a better price.</p>
    </Notice>
  )
}

/** Shown before anything is signed: the price has moved beyond the tolerance. */
function PriceMovedNotice({ slippedBy, onAccept }: { slippedBy: bigint; onAccept: () => void }) {
  return (
    <Notice
      action={
        <Button onClick={onAccept} variant="secondary">
          Accept new price
        </Button>
      }
      title={`Price moved ${formatPercent(slippedBy)} against you`}
      tone="warning"
    >
      <p>The amounts above are updated. Nothing has been sent.</p>
    </Notice>
  )
}
