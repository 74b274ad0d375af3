import { Change, Line } from "@/components/ui/figures"
import { amount, change, usd } from "@/lib/format"
import { Disclosure } from "./disclosure"
import type { Preview, Side } from "./preview"

type Props = {
  preview: Preview
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
    <Disclosure label="At the floor you get at least" value={`${amount(leastProceeds)} USDB`}>
      <dl>
        <Line label="Floor price now">{usd(floorBefore)}</Line>
        <Line label="After this trade">
          {usd(floorAfter)}{" "}
          <span className="ml-1">
            <Change basisPoints={change(floorBefore, floorAfter)} />
          </span>
        </Line>
        <Line label={side === "buy" ? "Against what you pay" : "Against selling now"}>
          <Change basisPoints={change(stake, leastProceeds)} />
        </Line>
      </dl>
      <p className="pb-1 text-xs text-muted">
        {!canFall && `The price of ${isHub ? "TIDE" : `${tokenSymbol} in TIDE`} never falls. `}
        Even if everybody else sold before you, {side === "buy" ? "what you buy" : "this amount"}{" "}
        would still give that much, today’s tax taken off. Trades can only raise the floor.
      </p>
    </Disclosure>
  )
}
