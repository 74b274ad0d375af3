import { Card } from "@/components/ui/card"
import { Badge, Line } from "@/components/ui/figures"
import { percent, usd } from "@/lib/format"
import { type Draft, type DraftErrors, forecast, STABLE_MULTIPLIER, wholeNumber } from "./plan"

const EXAMPLE_BUYS_USD = [100, 1_000, 10_000]
/** Base rates of the tax contract, in basis points. */
const TAX = { stable: 50, floor: 150 }

/** How the token will look and behave, while the form is filled in. */
export function LaunchPreview({ draft, errors }: { draft: Draft; errors: DraftErrors }) {
  const isStable = draft.multiplier === STABLE_MULTIPLIER
  const depth = errors.startLiquidity ? null : wholeNumber(draft.startLiquidity)
  const target = errors.rewardTarget ? null : wholeNumber(draft.rewardTarget)
  return (
    <div className="lg:sticky lg:top-22">
      <Card title="Preview">
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft text-lg font-semibold text-accent"
          >
            {[...draft.symbol][0]?.toUpperCase() ?? "?"}
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{draft.symbol || "SYMBOL"}</p>
            <p className="text-sm text-muted">{draft.name.trim() || "Name of the token"}</p>
          </div>
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          <Badge>{isStable ? "Stable+" : `Floor+ ${draft.multiplier}`}</Badge>
          {draft.isFrozen && <Badge tone="warning">Frozen, whitelist only</Badge>}
          {target !== null && target > 0 && <Badge>Reward phase</Badge>}
        </div>
        <dl className="mt-3">
          <Line label="Opens at">$1.00</Line>
          <Line label="Start liquidity">{depth === null ? "–" : usdText(depth)}</Line>
          <Line label="Tax per trade">{percent(isStable ? TAX.stable : TAX.floor)}</Line>
          {target !== null && target > 0 && (
            <Line label="Reward phase until">{target.toLocaleString("en-US")} USDB</Line>
          )}
        </dl>
        {depth !== null && <Forecast depth={depth} multiplier={draft.multiplier} />}
      </Card>
    </div>
  )
}

function Forecast({ multiplier, depth }: { multiplier: number; depth: number }) {
  return (
    <table className="figures mt-4 w-full text-sm">
      <caption className="pb-2 text-left text-muted">
        What buys would do, at TIDE’s present price
      </caption>
      <thead>
        <tr className="text-muted">
          <th className="py-1 text-left font-normal" scope="col">
            Bought for
          </th>
          <th className="py-1 text-right font-normal" scope="col">
            Price
          </th>
          <th className="py-1 text-right font-normal" scope="col">
            Floor
          </th>
        </tr>
      </thead>
      <tbody>
        {EXAMPLE_BUYS_USD.map((sum) => {
          const { price, floor } = forecast(multiplier, depth, sum)
          return (
            <tr className="border-t border-line" key={sum}>
              <th className="py-2 text-left font-normal" scope="row">
                {usdText(sum)}
              </th>
              <td className="py-2 text-right font-medium">{usd(price)}</td>
              <td className="py-2 text-right font-medium">{usd(floor)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function usdText(dollars: number) {
  return `$${dollars.toLocaleString("en-US")}`
}
