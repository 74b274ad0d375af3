import Link from "next/link"
import { KindBadge } from "@/components/tokens/kind-badge"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { Address } from "@/components/ui/address"
import { Badge, Change } from "@/components/ui/figures"
import { Icon } from "@/components/ui/icon"
import { Price } from "@/components/ui/number"
import { Time } from "@/components/ui/time"
import { formatAmount } from "@/lib/format"
import { tryLoad } from "@/lib/pages/try-load"
import { findOwnName } from "@/lib/profiles/authors"
import type { TokenView } from "@/lib/tokens/schema"
import { loadTokenState } from "./load"

/** Symbol of the asset a token's pool trades against. */
export const quoteSymbol = ({ isMain }: Pick<TokenView, "isMain">) => (isMain ? "USDB" : "TIDE")

export function TokenHeader({ token }: { token: TokenView }) {
  return (
    <header className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
      <div className="flex min-w-0 items-center gap-4">
        <TokenLogo address={token.address} image={token.image} size={56} symbol={token.symbol} />
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
            <Badges token={token} />
          </div>
          <Origin token={token} />
        </div>
      </div>
      <div className="figures sm:text-right">
        <p className="font-display text-3xl font-semibold tracking-tight" data-testid="price">
          {token.priceUsd === null ? "No price yet" : <Price value={token.priceUsd} />}
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted sm:justify-end">
          {token.priceQuote !== null && !token.isMain && (
            <span>
              {formatAmount(token.priceQuote)} {quoteSymbol(token)}
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

async function Badges({ token }: { token: TokenView }) {
  const reading = await tryLoad(loadTokenState(token))
  return (
    <>
      <KindBadge kind={token.kind} multiplier={token.multiplier} />
      {token.isPrediction && (
        <Link className="text-link" href={`/markets/${token.address}`} prefetch={false}>
          View market
        </Link>
      )}
      {token.vetted && (
        <Badge tone="up">
          <Icon name="safe" size={12} />
          Vetted
        </Badge>
      )}
      {reading?.frozen && <Badge tone="warning">Frozen</Badge>}
    </>
  )
}

async function Origin({ token }: { token: TokenView }) {
  const username = token.isMain ? null : (await tryLoad(findOwnName(token.dev)))?.username
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-muted">
      {!token.isMain && (
        <span className="inline-flex min-h-6 min-w-0 items-center gap-1">
          by{" "}
          <Address
            address={token.dev}
            hasCopy={false}
            href={`/wallets/${token.dev}`}
            {...(username && { label: username })}
          />
        </span>
      )}
      <Time time={token.createdAt} />
    </p>
  )
}
