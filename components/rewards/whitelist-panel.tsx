import { Address } from "@/components/ui/address"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { Usd } from "@/components/ui/number"
import { EmptyState } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { LazyOwnAllowance } from "./lazy-panels"
import type { PanelToken } from "./panel-token"

export type PanelEntry = {
  wallet: string
  /** The wallet's limit in USD, 18 decimals. */
  amount: bigint
  tag: string | null
  time: Date
}

type Props = {
  token: Pick<PanelToken, "address" | "symbol">
  /** Null if the chain did not respond. */
  frozen: boolean | null
  /** The newest entries, and the number of all. */
  entries: readonly PanelEntry[]
  total: number
}

/** The whitelist of a frozen token and the connected wallet's limit; nothing for tokens without one. */
export function WhitelistPanel({ token, frozen, entries, total }: Props) {
  if (total === 0 && !frozen) return null
  return (
    <Card aside={<FreezeBadge frozen={frozen} />} title="Whitelist">
      <div className="grid gap-3">
        <p className="text-sm text-muted">
          {frozen === false
            ? "The creator has unfrozen this token. Anyone can buy it, and the whitelist no longer applies."
            : "While the token is frozen, only these wallets can buy, each up to its limit. Anyone can sell."}
        </p>
        {frozen && <LazyOwnAllowance token={token} />}
        {entries.length === 0 ? (
          <EmptyState title="No wallets on the whitelist yet" />
        ) : (
          <ul className="divide-y divide-line text-sm">
            {entries.map((entry) => (
              <Entry entry={entry} key={entry.wallet} />
            ))}
          </ul>
        )}
        {total > entries.length && (
          <p className="text-sm text-muted">and {total - entries.length} more wallets</p>
        )}
      </div>
    </Card>
  )
}

function Entry({ entry: { wallet, amount, tag, time } }: { entry: PanelEntry }) {
  return (
    <li className="py-1">
      <span className="flex min-h-11 items-center justify-between gap-3">
        <Address address={wallet} hasCopy={false} href={`/wallets/${wallet}`} />
        <span className="amount">
          up to <Usd value={amount} />
        </span>
      </span>
      <span className="flex items-baseline justify-between gap-3 pb-1 text-muted">
        <bdi className="min-w-0 truncate">{tag}</bdi>
        <Time time={time} />
      </span>
    </li>
  )
}

function FreezeBadge({ frozen }: { frozen: boolean | null }) {
  if (frozen === null) return <Badge>Status unknown</Badge>
  return frozen ? <Badge tone="warning">Frozen</Badge> : <Badge>Unfrozen</Badge>
}
