import { OwnTag } from "@/components/tokens/own-tag"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { formatAmount, formatPercent } from "@/lib/format"
import { rankOutcomes } from "@/lib/markets/labels"
import { findShareHolders, type ShareHolder } from "@/lib/markets/orders/book-queries"
import type { MarketView, Outcome } from "@/lib/markets/schema"
import { findUsernames, type Usernames } from "@/lib/profiles/authors"
import { type MarketPageState, marketHref } from "./links"
import { ShowAll } from "./show-all"

/** Shown at first. */
const SHOWN_OUTCOMES = 4
const SHOWN_WALLETS = 5

/** Holders by outcome, the largest first. */
export async function HoldersCard({
  market,
  state,
}: {
  market: MarketView
  state: MarketPageState
}) {
  const holders = await findShareHolders(market.address)
  const isWhole = state.all === "holders"
  const held = rankOutcomes(market.outcomes).filter(({ index }) =>
    holders.some(({ outcome }) => outcome === index),
  )
  const lists = held.slice(0, isWhole ? held.length : SHOWN_OUTCOMES).map((outcome) => ({
    outcome,
    holders: holders
      .filter(({ outcome: index }) => index === outcome.index)
      .slice(0, isWhole ? holders.length : SHOWN_WALLETS),
  }))
  const shown = lists.flatMap((list) => list.holders)
  const names = await findUsernames(shown.map(({ wallet }) => wallet))
  return (
    <Card title="Holders">
      {held.length === 0 ? (
        <EmptyState icon="users" title="Nobody holds shares yet" />
      ) : (
        <>
          <ul className="grid gap-5">
            {lists.map((list) => (
              <OutcomeHolders key={list.outcome.index} names={names} {...list} />
            ))}
          </ul>
          {shown.length < holders.length && (
            <ShowAll href={marketHref(market.address, { ...state, all: "holders" })}>
              Show more holders
            </ShowAll>
          )}
        </>
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
