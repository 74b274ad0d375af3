import Link from "next/link"
import { OwnTag } from "@/components/tokens/own-tag"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Card } from "@/components/ui/card"
import { LinkTabs } from "@/components/ui/link-tabs"
import { EmptyState } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { formatAmount } from "@/lib/format"
import { type Activity, activityGroups, findActivity } from "@/lib/markets/activity-queries"
import { toOutcomeName } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"
import { findUsernames } from "@/lib/profiles/authors"
import { type MarketPageState, marketHref } from "./links"
import { Paging } from "./paging"

const ROWS = 12

const groupLabels = {
  all: "All",
  purchases: "Purchases",
  orders: "Orders",
  resolution: "Resolution",
} as const

/** Events of the market, newest first. */
export async function ActivityCard({
  market,
  state,
}: {
  market: MarketView
  state: MarketPageState
}) {
  const { activity: group, before } = state
  const entries = await findActivity(market.address, {
    group,
    limit: ROWS + 1,
    ...(before && { before }),
  })
  const rows = entries.slice(0, ROWS)
  const names = await findUsernames(rows.map(({ wallet }) => wallet))
  const last = rows.at(-1)
  const href = (to: Partial<MarketPageState>) =>
    `${marketHref(market.address, { ...state, before: undefined, ...to })}#activity`
  return (
    <div className="scroll-mt-20" id="activity">
      <Card title="Activity">
        <LinkTabs
          label="Activity type"
          tabs={activityGroups.map((each) => ({
            href: href({ activity: each }),
            label: groupLabels[each],
            isCurrent: each === group,
          }))}
        />
        {rows.length === 0 ? (
          <EmptyState title="No activity yet">New activity appears here automatically.</EmptyState>
        ) : (
          <ol className="mt-1 divide-y divide-line">
            {rows.map((row) => (
              <Row key={row.id} name={names[row.wallet]} options={market.options} row={row} />
            ))}
          </ol>
        )}
        <Paging
          newest={before ? href({}) : undefined}
          older={entries.length > ROWS && last ? href({ before: last.id }) : undefined}
        />
      </Card>
    </div>
  )
}

type RowProps = { row: Activity; name: string | undefined; options: readonly string[] }

function Row({ row, name, options }: RowProps) {
  const { wallet, outcome, usdc, time, txHash } = row
  return (
    <li className="activity-row">
      <p>
        <span>{describeByKind[row.kind](row)}</span>
        {outcome !== null && (
          <>
            {" "}
            <bdi>{toOutcomeName(options, outcome)}</bdi>
          </>
        )}
        {row.price !== null && ` at ${formatAmount(row.price, 4)} each`}
        <span className="activity-row-who">
          <WalletLink address={wallet} isRaised name={name} />
          <OwnTag wallet={wallet} />
        </span>
      </p>
      <p>
        <span className="figures">{usdc === null ? "" : `${formatAmount(usdc, 2)} USDB`}</span>
        <Link className="activity-time" href={`/tx/${txHash}`} prefetch={false}>
          <Time time={time} />
        </Link>
      </p>
    </li>
  )
}

const formatShares = ({ shares: count }: Activity) => `${formatAmount(count ?? 0n, 2)} shares of`

const describeByKind: Record<Activity["kind"], (row: Activity) => string> = {
  bought: (row) => `Bought ${formatShares(row)}`,
  listed: (row) => `Listed ${formatShares(row)}`,
  filled: (row) => `Filled an order for ${formatShares(row)}`,
  cancelled: (row) => `Cancelled an order for ${formatShares(row)}`,
  propose: () => "Proposed",
  dispute: () => "Disputed with",
  vote: () => "Voted for",
  veto: () => "Vetoed for",
  resolve: () => "Finalized:",
  redeem: () => "Redeemed",
  invalidate: () => "Stakes refunded, pot sent to the insurance",
  bounty_claim: () => "Claimed a bounty",
  dispute_reset: () => "Too early: new round",
  bonds_distributed: () => "Received bonds",
  bonds_seized: () => "Bonds sent to the insurance",
}
