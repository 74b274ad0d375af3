import Link from "next/link"
import { ButtonLink } from "@/components/ui/button"
import { Badge } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { Pager } from "@/components/ui/pager"
import { ProfitLoss } from "@/components/ui/profit-loss"
import { EmptyState } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { seriesName, sideLabels } from "@/components/updown/labels"
import { findActivity } from "@/lib/portfolio/activity"
import type { ActivityEntry, BetRound } from "@/lib/portfolio/schema"
import { timeframes } from "@/lib/updown/timeframes"

const ENTRIES = 25

const kindLabels: Record<ActivityEntry["kind"], string> = {
  bought: "Bought",
  sold: "Sold",
  exchanged: "Exchanged",
  received: "Received",
  sent: "Sent",
  faucet: "Faucet",
  reward: "Reward",
  tax: "Creator tax",
  staked: "Staked",
  unstaked: "Unstaked",
  sharesBought: "Bought",
  sharesSold: "Sold",
  redeemed: "Redeemed",
  bond: "Bond",
  bondBack: "Bond returned",
  bounty: "Bounty",
  given: "Funded market",
  bet: "Bet",
  betWon: "Bet won",
  betRefunded: "Bet refunded",
  borrowed: "Borrowed",
  leveraged: "Leveraged buy",
  repaid: "Loan repaid",
  extended: "Loan extended",
  increased: "Loan increased",
  partial_sell: "Collateral sold",
  liquidated: "Liquidated",
  liquidation_claimed: "Rest claimed",
  wrapped: "Wrapped",
  unwrapped: "Unwrapped",
  vesting: "Put in vesting",
  vesting_claimed: "Vested tokens claimed",
}

type ActivityPanelProps = { wallet: string; page: number; href: (page: number) => string }

/** Every change of the wallet's balances. */
export async function ActivityPanel({ wallet, page, href }: ActivityPanelProps) {
  const log = await findActivity(wallet, { page, limit: ENTRIES })
  if (!log) {
    return (
      <EmptyState title="Too much activity to display">
        Export the wallet’s trades as a file instead.
      </EmptyState>
    )
  }
  if (log.total === 0) {
    return (
      <EmptyState
        action={<ButtonLink href="/faucet">Get test USDB</ButtonLink>}
        title="No activity yet"
      >
        Everything this wallet sends and receives appears here.
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol className="divide-y divide-line">
        {log.data.map((entry) => (
          <ActivityRow entry={entry} key={entry.id} />
        ))}
      </ol>
      <Pager href={href} page={page} pages={Math.ceil(log.total / ENTRIES)} />
    </div>
  )
}

function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const { kind, market, rounds, moves, time, txHash, realised } = entry
  return (
    <li className="relative -mx-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-2 py-2.5 text-sm hover:bg-sunken">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{kindLabels[kind]}</Badge>
          {realised !== 0n && <ProfitLoss value={realised} />}
        </p>
        <p className="flex flex-wrap gap-x-3">
          {moves.map(({ token, symbol, amount }) => (
            <span className="figures" key={token}>
              {amount > 0n ? "+" : "−"}
              <Amount value={amount > 0n ? amount : -amount} /> <bdi>{symbol}</bdi>
            </span>
          ))}
        </p>
        {market && (
          <p className="text-muted wrap-anywhere">
            <bdi>{market.name}</bdi>
          </p>
        )}
        {rounds.length > 0 && <p className="text-muted">{describeRounds(rounds)}</p>}
      </div>
      <Link
        className="text-right text-muted after:absolute after:inset-0"
        href={`/tx/${txHash}`}
        prefetch={false}
      >
        <span className="sr-only">Transaction </span>
        <Time time={time} />
      </Link>
    </li>
  )
}

/** As many as fit on one line; one press may collect many. */
const NAMED_ROUNDS = 2

/** "BTC 5m, round 812: Up". */
function describeRounds(rounds: readonly BetRound[]): string {
  const names = rounds.slice(0, NAMED_ROUNDS).map(({ asset, tf, roundId, side }) => {
    const name = `${seriesName(asset, timeframes[tf] ?? timeframes[0])}, round ${roundId}`
    return side ? `${name}: ${sideLabels[side]}` : name
  })
  const more = rounds.length - names.length
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join("; ")
}
