import { Card } from "@/components/ui/card"
import { DetailRow } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Amount } from "@/components/ui/number"
import { INVALID_OUTCOME } from "@/lib/markets/constants"
import { toOutcomeName } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"
import { loadPots, loadSharePayout } from "./load"

/** Replaces the ticket of a resolved market: the winner and the payout per share. */
export async function ResolvedCard({ market }: { market: MarketView }) {
  const { address, finalOutcome, invalidatedAt, kind, options, outcomes } = market
  const isOption = finalOutcome !== null && finalOutcome < options.length
  const winner = invalidatedAt ? undefined : outcomes[finalOutcome ?? -1]
  const [{ pool }, each] = await Promise.all([
    loadPots(address, kind),
    loadSharePayout(market, outcomes[finalOutcome ?? -1]),
  ])
  return (
    <Card className="hidden lg:block" title="Resolved">
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
            <DetailRow label="Payout pool">
              <Amount unit="USDB" value={pool} />
            </DetailRow>
          )}
          {each !== null && (
            <DetailRow label="Payout per share">
              <Amount unit="USDB" value={each} />
            </DetailRow>
          )}
        </dl>
      ) : (
        <p className="mt-3 text-sm">
          {isOption && "Nobody held its shares. "}All holders can redeem what they paid to the pool,
          less the 1.5% tax.
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        Redeem shares under “Your position” or in your portfolio.{" "}
        <a className="text-link" href="#resolution">
          View resolution
        </a>
      </p>
    </Card>
  )
}
