import type { ReactNode } from "react"
import { PrivateMarketPanel } from "@/components/access-list/private-market-panel"
import { Address } from "@/components/ui/address"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { type AccessList, findAccessList } from "@/lib/markets/access-list"
import { getMarketContract } from "@/lib/markets/onchain"
import type { MarketView } from "@/lib/markets/schema"
import { findUsernames, type Usernames } from "@/lib/profiles/authors"

/** Voters and buyers of a private market; renders nothing for public ones. */
export async function AccessListCard({ market }: { market: MarketView }) {
  if (market.kind !== "private") return null
  const { address, dev, createdBlock, isPrivateEvent, resolvedAt } = market
  const accessList = await findAccessList(address, createdBlock)
  const names = await findUsernames([
    dev,
    ...(accessList?.voters ?? []),
    ...(accessList?.buyers ?? []),
  ])
  return (
    <Card
      aside={<Badge>{isPrivateEvent ? "Private event" : "Private vote"}</Badge>}
      title="Voters and buyers"
    >
      <div className="grid grid-cols-1 gap-4 text-sm">
        <AccessLists accessList={accessList} market={market} names={names} />
        {!resolvedAt && (
          <PrivateMarketPanel
            contract={getMarketContract("private")}
            dev={dev}
            isPrivateEvent={isPrivateEvent}
            token={address}
          />
        )}
      </div>
    </Card>
  )
}

type AccessListsProps = { accessList: AccessList | null; market: MarketView; names: Usernames }

function AccessLists({ accessList, market, names }: AccessListsProps) {
  const { dev, isPrivateEvent } = market
  if (!accessList) {
    return (
      <p className="text-muted">
        The lists could not be loaded from the chain. They appear here when it responds.
      </p>
    )
  }
  return (
    <>
      <WalletList dev={dev} names={names} title="Voters" wallets={accessList.voters}>
        They vote on the outcome, one vote each.
      </WalletList>
      {isPrivateEvent ? (
        <WalletList
          dev={dev}
          names={names}
          title="Buyers"
          wallets={[dev, ...without(accessList.buyers, dev)]}
        >
          Only these wallets can buy shares.
        </WalletList>
      ) : (
        <p className="text-muted">Anyone can buy shares.</p>
      )}
      {!accessList.isComplete && (
        <p className="text-muted">The lists are still loading and may be incomplete.</p>
      )}
    </>
  )
}

const without = (wallets: readonly string[], one: string) => wallets.filter((each) => each !== one)

const SHOWN = 12

type WalletListProps = {
  title: string
  wallets: readonly string[]
  dev: string
  names: Usernames
  children: string
}

function WalletList({ title, wallets, dev, names, children }: WalletListProps) {
  const item = (wallet: string) => (
    <li className="flex min-h-11 items-center gap-2" key={wallet}>
      <Address address={wallet} hasCopy={false} href={`/wallets/${wallet}`} label={names[wallet]} />
      {wallet === dev && <Badge>Creator</Badge>}
    </li>
  )
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">
        {title} <span className="figures font-normal text-muted">{wallets.length}</span>
      </h3>
      <p className="text-muted">{children}</p>
      <CollapsedList
        className="grid gap-x-4 sm:grid-cols-2"
        items={wallets.map(item)}
        shown={SHOWN}
      />
    </section>
  )
}

type CollapsedListProps = { items: readonly ReactNode[]; shown: number; className: string }

/** A list whose first items are shown; the rest unfolds. */
function CollapsedList({ items, shown, className }: CollapsedListProps) {
  const rest = items.slice(shown)
  return (
    <>
      <ul className={className}>{items.slice(0, shown)}</ul>
      {rest.length > 0 && (
        <details>
          <summary className="text-link inline-flex min-h-11 items-center text-sm">
            {rest.length} more
          </summary>
          <ul className={className}>{rest}</ul>
        </details>
      )}
    </>
  )
}
