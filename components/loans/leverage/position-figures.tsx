import { Change, DetailRow } from "@/components/ui/figures"
import { Amount, Money, Usd } from "@/components/ui/number"
import { Skeleton } from "@/components/ui/states"
import { InfoTip } from "@/components/ui/tooltip"
import { computeChange } from "@/lib/format"
import type { PositionFacts, PositionValue } from "@/lib/loans/position-value"

type Props = {
  /** Null until the chain has answered, or where it does not. */
  facts: PositionFacts | null
  /** Null for a closed position, too. */
  value: PositionValue | null
  isOpen: boolean
}

/** Profit and loss of a leverage position, from the contract's own figures. */
export function PositionFigures({ facts, value, isOpen }: Props) {
  return (
    <dl data-testid="position-figures">
      {isOpen && (
        <>
          <DetailRow label="Exposure">
            {value ? <Usd value={value.exposure} /> : <Waiting />}
          </DetailRow>
          <DetailRow label="Debt">
            {facts ? <Amount unit="USDB" value={facts.debt} /> : <Waiting />}
          </DetailRow>
        </>
      )}
      <DetailRow label="Put in">
        {facts ? <Amount unit="USDB" value={facts.spent} /> : <Waiting />}
      </DetailRow>
      <DetailRow label="Received so far">
        {facts ? <Amount unit="USDB" value={facts.cashedOut} /> : <Waiting />}
      </DetailRow>
      {isOpen && <ClosingLines facts={facts} value={value} />}
    </dl>
  )
}

function ClosingLines({ facts, value }: Omit<Props, "isOpen">) {
  return (
    <>
      <DetailRow
        label={
          <span className="inline-flex items-center">
            Closing pays now
            <InfoTip label="About closing">
              The better of two ways: a sale of the whole position, which burns collateral for the
              debt at its collateral value; or repaying the debt and selling the collateral, less
              the debt.
            </InfoTip>
          </span>
        }
      >
        {value ? <Amount unit="USDB" value={value.closing} /> : <Waiting />}
      </DetailRow>
      {value && value.byRepaying > (value.bySale ?? 0n) && (
        <DetailRow label="In one sale, without repaying">
          {value.bySale === null ? "not possible" : <Amount unit="USDB" value={value.bySale} />}
        </DetailRow>
      )}
      <DetailRow label="Profit or loss">
        {value && facts ? <Profit spent={facts.spent} value={value.profit} /> : <Waiting />}
      </DetailRow>
    </>
  )
}

function Profit({ value, spent }: { value: bigint; spent: bigint }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-2">
      {value === 0n ? (
        <Money value={0n} />
      ) : (
        <span className={value > 0n ? "text-kelp" : "text-coral"}>
          {value > 0n ? "+" : "−"}
          <Money value={value > 0n ? value : -value} />
        </span>
      )}
      <Change basisPoints={computeChange(spent, spent + value)} />
    </span>
  )
}

const Waiting = () => <Skeleton className="h-5 w-24" />
