import { TimeAgo } from "@/components/tokens/time-ago"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { amount as wireAmount } from "@/lib/api/wire"
import { usd } from "@/lib/format"
import type { TokenView } from "@/lib/tokens/schema"
import { findWhitelist } from "@/lib/tokens/whitelist/queries"
import { loadReading } from "./load"

const ROWS = 10

/** Who may buy while the token is frozen; nothing for tokens that never had a whitelist. */
export async function WhitelistCard({ token }: { token: TokenView }) {
  const { data, total } = await findWhitelist(token.address, ROWS)
  if (total === 0) return null
  const reading = await loadReading(token)
  return (
    <Card aside={<FreezeBadge frozen={reading?.frozen ?? null} />} title="Whitelist">
      <ul className="divide-y divide-line text-sm">
        {data.map((entry) => (
          <li className="relative py-2" key={entry.walletAddress}>
            <span className="flex items-baseline justify-between gap-3">
              <WalletLink address={entry.walletAddress} fillsRow />
              <span className="figures whitespace-nowrap">
                up to {usd(BigInt(wireAmount.encode(entry.buyAmount)))}
              </span>
            </span>
            <span className="flex items-baseline justify-between gap-3 text-muted">
              <bdi className="min-w-0 truncate">{entry.note}</bdi>
              <span className="whitespace-nowrap">
                <TimeAgo time={entry.timestamp} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {total > data.length && (
        <p className="mt-2 text-sm text-muted">and {total - data.length} more wallets</p>
      )}
    </Card>
  )
}

function FreezeBadge({ frozen }: { frozen: boolean | null }) {
  if (frozen === null) return <Badge>State unknown</Badge>
  return frozen ? <Badge tone="warning">Frozen</Badge> : <Badge>Open to everybody</Badge>
}
