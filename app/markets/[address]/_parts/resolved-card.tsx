import { Card } from "@/components/ui/card"
import { DetailRow } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Amount } from "@/components/ui/number"
import { INVALID_OUTCOME } from "@/lib/markets/constants"
import { toOutcomeName } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"
import { loadPots, loadSharePayout } from "./load"

/** Replaces the ticket after the resolution: the winner and the payout per share. */
export async function ResolvedCard({ market }: { market: MarketView }) {
  const { address, finalOutcome, invalidatedAt, kind, options, outcomes } = market
  const isOption = finalOutcome !== null && finalOutcome < options.length
  const winner = invalidatedAt ? undefined : outcomes[finalOutcome ?? -1]
  const [{ pool }, each] = await Promise.all([loadPots(address, kind), loadSharePayout(market)])
  return (
    <Card className="hidden lg:block" title="Decided">
      <p className="flex items-start gap-2 text-xl font-semibold">
        <span className={winner ? "mt-1 text-kelp" : "mt-1 text-muted"}>
          <Icon name={winner ? "done" : "info"} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <bdi>{toOutcomeName(options, finalOutcome ?? INVALID_OUTCOME)}</bdi>
          {isOption && " won"}
        </span>
      </p>
      {winner ? (
        <dl className="mt-3">
          {pool !== null && (
            <DetailRow label="Winners share">
              <Amount unit="USDB" value={pool} />
            </DetailRow>
          )}
          {each !== null && (
            <DetailRow label="Each share pays">
              <Amount unit="USDB" value={each} />
            </DetailRow>
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
