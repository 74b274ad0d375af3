import { PrivateMarketPanel } from "@/components/access-list/private-market-panel"
import { Address } from "@/components/ui/address"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import type { AccessList } from "@/lib/markets/access-list"
import { findAccessList } from "@/lib/markets/access-list"
import { getMarketContract } from "@/lib/markets/onchain"
import type { MarketView } from "@/lib/markets/schema"
import { findUsernames, type Usernames } from "@/lib/profiles/authors"

/** Voters and buyers of a private market; renders nothing for public ones. */
export async function AccessListCard({ market }: { market: MarketView }) {
  if (market.kind !== "private") return null
  const { address, dev, createdBlock, isPrivateEvent, resolvedAt } = market
  const admitted = await findAccessList(address, createdBlock)
  const names = await findUsernames([dev, ...(admitted?.voters ?? []), ...(admitted?.buyers ?? [])])
  return (
    <Card
      aside={<Badge>{isPrivateEvent ? "Private event" : "Private vote"}</Badge>}
      title="Voters and buyers"
    >
      <div className="grid grid-cols-1 gap-4 text-sm">
        <AccessLists accessList={admitted} market={market} names={names} />
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
        The lists are kept on the chain, which does not answer now. They appear here when it does.
      </p>
    )
  }
  return (
    <>
      <WalletList dev={dev} names={names} title="Voters" wallets={accessList.voters}>
        They decide the outcome, each with one vote.
      </WalletList>
      {isPrivateEvent ? (
        <WalletList
          dev={dev}
          names={names}
          title="Buyers"
          wallets={[dev, ...without(accessList.buyers, dev)]}
        >
          Only these wallets may buy shares.
        </WalletList>
      ) : (
        <p className="text-muted">Everybody may buy shares.</p>
      )}
      {!accessList.isComplete && (
        <p className="text-muted">
          This market is old: its lists are still being read, and may have more.
        </p>
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
  const rest = wallets.slice(SHOWN)
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">
        {title} <span className="figures font-normal text-muted">{wallets.length}</span>
      </h3>
      <p className="text-muted">{children}</p>
      <ul className="grid gap-x-4 sm:grid-cols-2">{wallets.slice(0, SHOWN).map(item)}</ul>
      {rest.length > 0 && (
        <details>
          <summary className="text-link inline-flex min-h-11 items-center">
            {rest.length} more
          </summary>
          <ul className="grid gap-x-4 sm:grid-cols-2">{rest.map(item)}</ul>
        </details>
      )}
    </section>
  )
}
