import Link from "next/link"
import type { ReactNode } from "react"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { Change } from "@/components/ui/figures"
import { Price } from "@/components/ui/number"
import { Sparkline } from "@/components/ui/sparkline"
import { EmptyState } from "@/components/ui/states"
import type { Sparklines } from "@/lib/tokens/candles/sparklines"
import type { TokenCard } from "@/lib/tokens/schema"
import { SectionHeader } from "./section-header"

type TokenListProps = {
  id: string
  title: string
  /** The complete list. */
  href: string
  tokens: readonly TokenCard[]
  priceHistories: Sparklines
  /** The figure the list is sorted by, such as the age. */
  note: (token: TokenCard) => ReactNode
  empty: string
}

/** A short list of tokens with their price history and price. */
export function TokenList({
  id,
  title,
  href,
  tokens,
  priceHistories,
  note,
  empty,
}: TokenListProps) {
  return (
    <section aria-labelledby={id} className="below-fold min-w-0 [--tall:29rem]">
      <SectionHeader href={href} id={id} title={title} />
      <div className="rounded-card border border-line bg-surface p-2 shadow-card">
        {tokens.length === 0 ? (
          <EmptyState title={empty} />
        ) : (
          <ol>
            {tokens.map((token) => (
              <TokenRow
                prices={priceHistories.get(token.address) ?? []}
                key={token.address}
                note={note(token)}
                token={token}
              />
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

type TokenRowProps = { token: TokenCard; prices: readonly number[]; note: ReactNode }

function TokenRow({ token, prices, note }: TokenRowProps) {
  const { address, symbol, name, image, priceUsd, dayChange } = token
  return (
    <li className="token-row">
      <TokenLogo address={address} image={image} symbol={symbol} />
      <div className="min-w-0">
        <Link className="cover-link" href={`/tokens/${address}`} prefetch={false}>
          <TokenName address={address} name={name} />
        </Link>
        <p className="token-row-note">
          <TokenName address={address} className="max-w-24 shrink-0" name={symbol} />
          <span className="min-w-0 truncate">{note}</span>
        </p>
      </div>
      <Sparkline className="token-row-chart" height={28} prices={prices} width={80} />
      <div className="token-row-price">
        <p className="font-medium">
          <Price value={priceUsd} />
        </p>
        <p>
          <Change basisPoints={dayChange} />
        </p>
      </div>
    </li>
  )
}
