import { OwnTag } from "@/components/tokens/own-tag"
import { WalletLink } from "@/components/tokens/wallet-link"
import { WalletMarkup } from "@/components/tokens/wallet-markup"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { formatAmount, formatPercent } from "@/lib/format"
import { rankOutcomes } from "@/lib/markets/labels"
import { findShareHolders, type ShareHolder } from "@/lib/markets/orders/book-queries"
import type { MarketView, Outcome } from "@/lib/markets/schema"
import { findUsernames, type Usernames } from "@/lib/profiles/authors"
import { CollapsedList } from "./collapsed-list"

/** Outcomes shown; the rest is collapsed. */
const SHOWN = 4

/** Holders by outcome, the largest first. */
export async function HoldersCard({ market }: { market: MarketView }) {
  const holders = await findShareHolders(market.address)
  const names = await findUsernames(holders.map(({ wallet }) => wallet))
  const held = rankOutcomes(market.outcomes).filter(({ index }) =>
    holders.some(({ outcome }) => outcome === index),
  )
  const item = (outcome: Outcome) => (
    <OutcomeHolders
      holders={holders.filter((holder) => holder.outcome === outcome.index)}
      key={outcome.index}
      names={names}
      outcome={outcome}
    />
  )
  return (
    <Card title="Holders">
      {held.length === 0 ? (
        <EmptyState icon="users" title="Nobody holds shares yet" />
      ) : (
        <WalletMarkup className="contents">
          <CollapsedList className="grid gap-5" items={held.map(item)} shown={SHOWN} />
        </WalletMarkup>
      )}
    </Card>
  )
}

type OutcomeHoldersProps = { outcome: Outcome; holders: readonly ShareHolder[]; names: Usernames }

function OutcomeHolders({ outcome: { name, shares }, holders, names }: OutcomeHoldersProps) {
  return (
    <li className="grid gap-1">
      <h3 className="text-sm font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </h3>
      <ol className="divide-y divide-line">
        {holders.map((holder) => {
          const share = shares > 0n ? (holder.shares * 10_000n) / shares : 0n
          return (
            <li className="share-row" key={holder.wallet}>
              <span className="wallet-line">
                <WalletLink address={holder.wallet} fillsRow name={names[holder.wallet]} />
                <OwnTag wallet={holder.wallet} />
              </span>
              <span className="figures shrink-0 text-right">
                {formatAmount(holder.shares, 2)}{" "}
                <span className="share-of-all">{formatPercent(share)}</span>
              </span>
            </li>
          )
        })}
      </ol>
    </li>
  )
}
