import { WalletLink } from "@/components/tokens/wallet-link"
import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { EmptyState } from "@/components/ui/states"
import { amount, compact, percent } from "@/lib/format"
import { findHolders } from "@/lib/tokens/holders/queries"
import type { HolderRow } from "@/lib/tokens/holders/schema"
import type { TokenView } from "@/lib/tokens/schema"

const ROWS = 10

export async function HoldersCard({ token }: { token: TokenView }) {
  const holders = await findHolders(token.address, ROWS)
  const together = holders.reduce((sum, holder) => sum + holder.share, 0)
  return (
    <Card
      aside={
        <span className="figures text-sm text-muted">{compact(token.holderCount)} in all</span>
      }
      title="Holders"
    >
      {holders.length === 0 ? (
        <EmptyState title="Nobody holds it yet" />
      ) : (
        <>
          <ol className="divide-y divide-line">
            {holders.map((holder) => (
              <Holder holder={holder} isDev={holder.wallet === token.dev} key={holder.wallet} />
            ))}
          </ol>
          <p className="figures mt-3 text-sm text-muted">
            {holders.length === 1 ? "It holds" : `These ${holders.length} hold`} {percent(together)}{" "}
            of the supply.
          </p>
        </>
      )}
    </Card>
  )
}

function Holder({ holder, isDev }: { holder: HolderRow; isDev: boolean }) {
  return (
    <li className="relative -mx-2 grid gap-1 px-2 py-2 text-sm hover:bg-sunken">
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2">
          <WalletLink address={holder.wallet} fillsRow />
          {isDev && <Badge>Creator</Badge>}
        </span>
        <span className="figures">
          {amount(holder.balance, 2)}{" "}
          <span className="ml-2 inline-block min-w-14 text-right font-medium">
            {percent(holder.share)}
          </span>
        </span>
      </div>
      <svg
        aria-hidden="true"
        className="h-1 w-full text-accent"
        preserveAspectRatio="none"
        viewBox="0 0 10000 1"
      >
        <rect className="fill-sunken" height="1" width="10000" />
        <rect fill="currentColor" height="1" width={holder.share} />
      </svg>
    </li>
  )
}
