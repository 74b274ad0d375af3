import { KindBadge } from "@/components/tokens/kind-badge"
import { TimeAgo } from "@/components/tokens/time-ago"
import { TokenMark } from "@/components/tokens/token-mark"
import { TokenName } from "@/components/tokens/token-name"
import { WalletLink } from "@/components/tokens/wallet-link"
import { CopyButton } from "@/components/ui/copy-button"
import { Badge, Change } from "@/components/ui/figures"
import { amount, shortAddress, usd } from "@/lib/format"
import type { TokenView } from "@/lib/tokens/schema"
import { quoteSymbol } from "./quote"

export function TokenHeader({ token }: { token: TokenView }) {
  return (
    <header className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="flex min-w-0 gap-4">
        <TokenMark address={token.address} size={52} symbol={token.symbol} />
        <div className="grid min-w-0 gap-1">
          <h1 className="flex min-w-0">
            <TokenName address={token.address} name={token.name} />
          </h1>
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <TokenName
              address={token.address}
              className="max-w-40 font-medium text-ink"
              name={token.symbol}
            />
            <KindBadge kind={token.kind} multiplier={token.multiplier} />
            {token.vetted && <Badge tone="up">Official</Badge>}
            <span>
              by <WalletLink address={token.dev} />, <TimeAgo time={token.createdAt} />
            </span>
          </div>
          <div className="-ml-4 flex items-center">
            <CopyButton label={shortAddress(token.address)} look="quiet" text={token.address} />
          </div>
        </div>
      </div>
      <div className="figures sm:text-right">
        <p className="text-3xl font-semibold tracking-tight" data-testid="price">
          {token.priceUsd === null ? "No price yet" : usd(token.priceUsd)}
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted sm:justify-end">
          {token.priceQuote !== null && !token.isMain && (
            <span>
              {amount(token.priceQuote)} {quoteSymbol(token)}
            </span>
          )}
          <span className="inline-flex items-center gap-1">
            <Change basisPoints={token.dayChange} /> in 24 h
          </span>
        </p>
      </div>
    </header>
  )
}
