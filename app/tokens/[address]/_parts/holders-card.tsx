import { OwnTag } from "@/components/tokens/own-tag"
import { TraderTags } from "@/components/tokens/trader-tags"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Card } from "@/components/ui/card"
import { Change } from "@/components/ui/figures"
import { EmptyState } from "@/components/ui/states"
import { formatAmount, formatCompact, formatPercent } from "@/lib/format"
import { findUsernames } from "@/lib/profiles/authors"
import type { LabeledHolder } from "@/lib/tokens/holders/schema"
import type { TokenView } from "@/lib/tokens/schema"
import { loadEarlyBuys, loadHolders } from "./load"

export async function HoldersCard({ token }: { token: TokenView }) {
  const [{ holders, topTenShare, creatorShare }, early] = await Promise.all([
    loadHolders(token),
    token.isMain ? [] : loadEarlyBuys(token),
  ])
  const names = await findUsernames(holders.map(({ wallet }) => wallet))
  const traders = {
    creator: token.isMain ? undefined : token.dev,
    early: early.map(({ user }) => user),
  }
  return (
    <Card
      aside={
        <span className="figures text-sm text-muted">
          {formatCompact(token.holderCount)} in total
        </span>
      }
      title="Holders"
    >
      {holders.length === 0 ? (
        <EmptyState icon="users" title="No holders yet" />
      ) : (
        <>
          <dl className="figures mb-3 grid grid-cols-2 gap-3 text-sm">
            <Share label="Top 10 holders" share={topTenShare ?? 0} />
            {!token.isMain && <Share label="Creator" share={creatorShare} />}
          </dl>
          <ol className="divide-y divide-line">
            {holders.map((holder) => (
              <Holder
                holder={holder}
                key={holder.wallet}
                name={names[holder.wallet]}
                traders={traders}
              />
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

function Share({ label, share }: { label: string; share: number }) {
  return (
    <div className="rounded-control bg-sunken px-3 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="text-base font-semibold">{formatPercent(share)}</dd>
    </div>
  )
}

type HolderProps = {
  holder: LabeledHolder
  name: string | undefined
  traders: { creator: string | undefined; early: readonly string[] }
}

function Holder({ holder, name, traders }: HolderProps) {
  const { wallet, label, balance, share, dayTraded } = holder
  return (
    <li className="holder-row">
      <div>
        <span className="wallet-line">
          {label ? (
            <bdi title={wallet}>{label}</bdi>
          ) : (
            <WalletLink address={wallet} fillsRow name={name} />
          )}
          <OwnTag wallet={wallet} />
          <TraderTags {...traders} wallet={wallet} />
        </span>
        <span className="figures shrink-0 text-right">
          {formatAmount(balance, 2)} <span className="share-of-all">{formatPercent(share)}</span>
        </span>
      </div>
      <div>
        <span aria-hidden="true" className="share-meter">
          <span style={{ width: `${share / 100}%` }} />
        </span>
        <DayTraded balance={balance} traded={dayTraded} />
      </div>
    </li>
  )
}

/** Net amount traded in 24 hours, relative to the balance before; without transfers. */
function DayTraded({ balance, traded }: { balance: bigint; traded: bigint }) {
  if (traded === 0n) return <span className="text-xs text-muted">unchanged in 24 h</span>
  const before = balance - traded
  return (
    <span className="figures text-xs text-muted">
      {before > 0n ? (
        <Change basisPoints={(traded * 10_000n) / before} />
      ) : (
        <span className="text-kelp">new</span>
      )}{" "}
      in 24 h
    </span>
  )
}
