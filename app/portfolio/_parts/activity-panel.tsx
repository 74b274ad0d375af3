import Link from "next/link"
import { ButtonLink } from "@/components/ui/button"
import { Badge } from "@/components/ui/figures"
import { Amount } from "@/components/ui/number"
import { Pager } from "@/components/ui/pager"
import { EmptyState } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { findActivity } from "@/lib/portfolio/activity"
import type { ActivityEntry } from "@/lib/portfolio/schema"
import { ProfitLoss } from "./assets-table"

const ENTRIES = 25

const kindLabels: Record<ActivityEntry["kind"], string> = {
  bought: "Bought",
  sold: "Sold",
  exchanged: "Exchanged",
  received: "Received",
  sent: "Sent",
  faucet: "Faucet",
  reward: "Reward",
  tax: "Creator's tax",
  staked: "Staked",
  unstaked: "Stake back",
  sharesBought: "Bought",
  sharesSold: "Sold",
  redeemed: "Redeemed",
  bond: "Bond",
  bondBack: "Bond back",
  bounty: "Bounty",
  given: "Put into a market",
}

type ActivityPanelProps = { wallet: string; page: number; href: (page: number) => string }

/** Every change of the wallet's balances, with what moved: the net worth, step by step. */
export async function ActivityPanel({ wallet, page, href }: ActivityPanelProps) {
  const log = await findActivity(wallet, { page, limit: ENTRIES })
  if (!log) {
    return (
      <EmptyState title="This history is too long">
        A wallet with so many transactions is followed by programs; its trades can be saved as a
        file.
      </EmptyState>
    )
  }
  if (log.total === 0) {
    return (
      <EmptyState
        action={<ButtonLink href="/faucet">Get test USDB</ButtonLink>}
        title="Nothing has happened yet"
      >
        Everything that comes to this wallet or leaves it is listed here.
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
  const { kind, market, moves, time, txHash, realised } = entry
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
      </div>
      <Link
        className="text-right text-muted after:absolute after:inset-0"
        href={`/tx/${txHash}`}
        prefetch={false}
      >
        <span className="sr-only">Transaction of </span>
        <Time time={time} />
      </Link>
    </li>
  )
}
