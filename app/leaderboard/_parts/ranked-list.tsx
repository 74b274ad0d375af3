import Link from "next/link"
import { AgentBadge } from "@/components/agents/agent-badge"
import { AuthorName } from "@/components/profiles/author"
import { Avatar } from "@/components/profiles/avatar"
import { RankChange } from "@/components/profiles/rank-change"
import { Socials } from "@/components/profiles/socials"
import { TierIcon } from "@/components/profiles/tier-badge"
import { formatInteger } from "@/lib/format"
import type { RankedWallet } from "@/lib/profiles/ranks/ranked-wallets"
import { rowId } from "./links"

type Props = { entries: readonly RankedWallet[] }

/** A table on wide screens, cards on phones. Points are not public. */
export function RankedList({ entries }: Props) {
  return (
    <table className="figures w-full text-sm max-sm:block">
      <caption className="sr-only">Wallets by rank</caption>
      <thead className="bg-sunken text-left text-muted max-sm:sr-only">
        <tr>
          <Header className="w-20 text-right">Rank</Header>
          <Header>Wallet</Header>
          <Header>Tier</Header>
          <Header>Today</Header>
          <Header>Accounts</Header>
        </tr>
      </thead>
      <tbody className="max-sm:grid max-sm:gap-2">
        {entries.map((entry) => (
          <RankedRow entry={entry} key={entry.wallet} />
        ))}
      </tbody>
    </table>
  )
}

function Header({ className = "", children }: { className?: string; children: string }) {
  return (
    <th className={`px-3 py-2.5 font-medium ${className}`} scope="col">
      {children}
    </th>
  )
}

const CELL = "rank-cell"

export function RankedRow({ entry }: { entry: RankedWallet }) {
  const { rank, wallet, tier, tierEmoji, rankDelta, socials } = entry
  return (
    <tr className="rank-row" id={rowId(wallet)}>
      <td className={`${CELL} font-semibold sm:text-right`}>
        <span className="sr-only sm:hidden">Rank </span>
        {formatInteger(rank)}
      </td>
      <th className={`${CELL} min-w-0 text-left font-normal`} scope="row">
        <span className="flex items-center gap-1">
          <Link className="rank-link" href={`/wallets/${wallet}`} prefetch={false} title={wallet}>
            <Avatar avatarUrl={entry.avatarUrl} wallet={wallet} />
            <AuthorName author={{ ...entry, xHandle: null }} wallet={wallet} />
          </Link>
          {entry.isAgent && <AgentBadge wallet={wallet} />}
        </span>
      </th>
      <td className={`${CELL} whitespace-nowrap`}>
        <TierIcon tier={tier} tierEmoji={tierEmoji} /> <span aria-hidden="true">{tier}</span>
      </td>
      <td className={`${CELL} max-sm:order-last max-sm:text-right`}>
        <RankChange delta={rankDelta} />
      </td>
      <td className={`${CELL} max-sm:col-span-2`}>
        <Socials socials={socials} />
      </td>
    </tr>
  )
}
