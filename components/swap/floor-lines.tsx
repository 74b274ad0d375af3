import { Disclosure } from "@/components/ui/disclosure"
import { Change, DetailRow } from "@/components/ui/figures"
import { computeChange, formatAmount, formatUsd } from "@/lib/format"
import type { Side, TradePreview } from "./preview"

type Props = {
  preview: TradePreview
  side: Side
  tokenSymbol: string
  isHub: boolean
  /** Whether the price can fall at all. */
  canFall: boolean
}

/** What happens at the floor: how deep the price can fall, and what these tokens would still give. */
export function FloorLines({ preview, side, tokenSymbol, isHub, canFall }: Props) {
  const { floorBefore, floorAfter, leastProceeds } = preview
  const stake = side === "buy" ? preview.amountIn : preview.amountOut
  return (
    <Disclosure label="At the floor you get at least" value={`${formatAmount(leastProceeds)} USDB`}>
      <dl>
        <DetailRow label="Floor price now">{formatUsd(floorBefore)}</DetailRow>
        <DetailRow label="After this trade">
          {formatUsd(floorAfter)}{" "}
          <span className="ml-1">
            <Change basisPoints={computeChange(floorBefore, floorAfter)} />
          </span>
        </DetailRow>
        <DetailRow label={side === "buy" ? "Against what you pay" : "Against selling now"}>
          <Change basisPoints={computeChange(stake, leastProceeds)} />
        </DetailRow>
      </dl>
      <p className="pb-1 text-xs text-muted">
        {!canFall && `The price of ${isHub ? "TIDE" : `${tokenSymbol} in TIDE`} never falls. `}
        Even if everybody else sold before you, {side === "buy" ? "what you buy" : "this amount"}{" "}
        would still give that much, today’s tax taken off. Trades can only raise the floor.
      </p>
    </Disclosure>
  )
}
