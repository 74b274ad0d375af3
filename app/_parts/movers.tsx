import Link from "next/link"
import { TokenLogo } from "@/components/tokens/token-logo"
import { TokenName } from "@/components/tokens/token-name"
import { cn } from "@/components/ui/cn"
import { Change } from "@/components/ui/figures"
import { Price } from "@/components/ui/number"
import { Sparkline } from "@/components/ui/sparkline"
import { EmptyState } from "@/components/ui/states"
import { formatCompactUsd } from "@/lib/format"
import type { Sparklines } from "@/lib/tokens/candles/sparklines"
import type { TokenCard } from "@/lib/tokens/schema"
import { SectionHeader } from "./section-header"

type MoversProps = { tokens: readonly TokenCard[]; priceHistories: Sparklines }

/** The largest price changes of the day, up or down. */
export function Movers({ tokens, priceHistories }: MoversProps) {
  return (
    <section aria-labelledby="moved" className="below-fold min-w-0 [--tall:19rem]">
      <SectionHeader href="/launchpad?view=table&sort=moved" id="moved" title="Top movers" />
      {tokens.length === 0 ? (
        <EmptyState icon="line" title="No price changes yet">
          The largest price changes of the last 24 hours appear here.
        </EmptyState>
      ) : (
        <ol className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 sm:pb-0 lg:grid-cols-3">
          {tokens.map((token) => (
            <Mover
              prices={priceHistories.get(token.address) ?? []}
              key={token.address}
              token={token}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

function Mover({ token, prices }: { token: TokenCard; prices: readonly number[] }) {
  const { address, symbol, name, image, priceUsd, dayChange, dayVolumeUsd } = token
  return (
    <li className="mover">
      <div className="flex items-start gap-3 p-4 pb-2">
        <TokenLogo address={address} image={image} size={40} symbol={symbol} />
        <div className="min-w-0 flex-1">
          <h3 className="text-base font-semibold">
            <Link className="cover-title" href={`/tokens/${address}`} prefetch={false}>
              <TokenName address={address} name={name} />
            </Link>
          </h3>
          <p className="flex min-w-0 text-sm text-muted">
            <TokenName address={address} name={symbol} />
          </p>
        </div>
        <span
          className={cn(
            "rounded-full px-2.5 py-1 text-sm font-semibold",
            dayChange === null || dayChange === 0n
              ? "bg-sunken"
              : dayChange > 0n
                ? "bg-kelp-soft"
                : "bg-coral-soft",
          )}
        >
          <Change basisPoints={dayChange} />
        </span>
      </div>
      <p className="flex items-baseline justify-between gap-3 px-4">
        <span className="text-xl font-semibold tracking-tight">
          <Price value={priceUsd} />
        </span>
        <span className="figures text-sm text-muted">{formatCompactUsd(dayVolumeUsd)} traded</span>
      </p>
      <div className="mt-2 h-20">
        <Sparkline className="h-20 w-full" height={80} isFilled prices={prices} width={320} />
      </div>
    </li>
  )
}
