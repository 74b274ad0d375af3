import { Disclosure } from "@/components/ui/disclosure"
import { DetailRow, Stat } from "@/components/ui/figures"
import { LocalTime } from "@/components/ui/local-time"
import { Amount } from "@/components/ui/number"
import { formatAmount, formatPercent } from "@/lib/format"
import type { LoanTermsFigures } from "./loan-figures"

type Props = {
  terms: LoanTermsFigures
  /** Of the collateral. */
  symbol: string
}

/** The payout, the cost and the risk of a new loan. */
export function LoanTerms({ terms, symbol }: Props) {
  const { payout, debt, expiresAt, collateral } = terms
  return (
    <div className="grid gap-3" data-testid="loan-terms">
      <dl className="grid grid-cols-2 gap-4 rounded-control bg-sunken p-3">
        <Stat label="You receive">
          <Amount unit="USDB" value={payout} />
        </Stat>
        <Stat label="Debt to repay">
          <Amount unit="USDB" value={debt} />
        </Stat>
      </dl>
      <dl>
        <DetailRow label="Collateral">
          <TokenAmount symbol={symbol} value={collateral} />
        </DetailRow>
        <DetailRow label="Expires">
          <LocalTime time={new Date(Number(expiresAt) * 1_000)} />
        </DetailRow>
      </dl>
      <FeeParts terms={terms} />
      <Losses symbol={symbol} terms={terms} />
    </div>
  )
}

/** An amount of a token, whose symbol may be long. */
export function TokenAmount({ value, symbol }: { value: bigint; symbol: string }) {
  return (
    <span className="flex min-w-0 justify-end gap-1">
      <Amount value={value} /> <bdi className="min-w-0 truncate">{symbol}</bdi>
    </span>
  )
}

function FeeParts({ terms }: { terms: LoanTermsFigures }) {
  const { fee, debt, origination, interest, dailyInterest, days, toTax, toPool } = terms
  const rate = debt === 0n ? 0n : (fee * 10_000n) / debt
  return (
    <Disclosure label={`Loan fee, ${formatPercent(rate)}`} value={`${formatAmount(fee)} USDB`}>
      <dl>
        <DetailRow label="Origination, 2%">
          <Amount unit="USDB" value={origination} />
        </DetailRow>
        <DetailRow label={`Interest, ${days} days at 0.005%`}>
          <Amount unit="USDB" value={interest} />
        </DetailRow>
        <DetailRow label="Interest per day">
          <Amount unit="USDB" value={dailyInterest} />
        </DetailRow>
        <DetailRow label="Half of it is tax">
          <Amount unit="USDB" value={toTax} />
        </DetailRow>
        <DetailRow label="Half stays in the TIDE pool">
          <Amount unit="USDB" value={toPool} />
        </DetailRow>
      </dl>
      <p className="pb-1 text-xs text-muted">
        Paid in advance: it is taken off what you receive. Nothing is added later, and repaying
        early returns none of it.
      </p>
    </Disclosure>
  )
}

/** The loss in a liquidation. */
function Losses({ terms, symbol }: Props) {
  const { collateral, marketValue, payout, leftToClaim, burned } = terms
  return (
    <Disclosure
      label="Lost if it is not repaid"
      value={
        <>
          {formatAmount(collateral)} <bdi>{symbol}</bdi>
        </>
      }
    >
      <dl>
        <DetailRow label="The collateral sells for now">
          <Amount unit="USDB" value={marketValue} />
        </DetailRow>
        <DetailRow label="You keep what you received">
          <Amount unit="USDB" value={payout} />
        </DetailRow>
        <DetailRow label="Burned for the debt, at today’s value">
          <TokenAmount symbol={symbol} value={burned} />
        </DetailRow>
        <DetailRow label="Left for you to claim">
          <TokenAmount symbol={symbol} value={leftToClaim} />
        </DetailRow>
      </dl>
      <p className="pb-1 text-xs text-muted">
        After the loan expires anybody may liquidate it. That burns as much of the collateral as
        covers the debt. If its value has risen until then, less is burned: a tenth of the rest goes
        to whoever liquidates, you can claim the remainder.
      </p>
    </Disclosure>
  )
}
