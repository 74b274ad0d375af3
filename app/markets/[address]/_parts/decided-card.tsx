import { Card } from "@/components/ui/card"
import { Line } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Amount } from "@/components/ui/number"
import { INVALID } from "@/lib/markets/kinds"
import type { MarketView } from "@/lib/markets/schema"
import { outcomeName } from "@/lib/markets/words"
import { loadMoney, loadSharePayout } from "./load"

/** In the place of the ticket once nothing can be bought any more: who won, and what a share pays. */
export async function DecidedCard({ market }: { market: MarketView }) {
  const { address, finalOutcome, invalidatedAt, kind, options, outcomes } = market
  const isOption = finalOutcome !== null && finalOutcome < options.length
  const winner = invalidatedAt ? undefined : outcomes[finalOutcome ?? -1]
  const [{ pool }, each] = await Promise.all([loadMoney(address, kind), loadSharePayout(market)])
  return (
    <Card className="hidden lg:block" title="Decided">
      <p className="flex items-start gap-2 text-xl font-semibold">
        <span className={winner ? "mt-1 text-kelp" : "mt-1 text-muted"}>
          <Icon name={winner ? "done" : "info"} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <bdi>{outcomeName(options, finalOutcome ?? INVALID)}</bdi>
          {isOption && " won"}
        </span>
      </p>
      {winner ? (
        <dl className="mt-3">
          {pool !== null && (
            <Line label="Winners share">
              <Amount unit="USDB" value={pool} />
            </Line>
          )}
          {each !== null && (
            <Line label="Each share pays">
              <Amount unit="USDB" value={each} />
            </Line>
          )}
        </dl>
      ) : (
        <p className="mt-3 text-sm">
          {isOption && "Nobody held its shares. "}Everybody takes back what was paid to the pool for
          their shares, less the tax of 1.5%.
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        Shares can no longer be bought. Holders redeem on this page, under “Your position”, or in
        their portfolio.{" "}
        <a className="text-link" href="#resolution">
          How it was decided
        </a>
      </p>
    </Card>
  )
}
