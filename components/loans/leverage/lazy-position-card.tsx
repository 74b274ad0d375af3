"use client"

import { useOptionalConfig } from "@/components/chain/browser-config"
import { TokenLogo } from "@/components/tokens/token-logo"
import { LocalTime } from "@/components/ui/local-time"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { formatAmount } from "@/lib/format"
import type { PositionCardProps } from "./position-card"
import { PositionFigures } from "./position-figures"

const LazyCard = lazyWithWallet(
  () => import("./position-card").then(({ PositionCard }) => PositionCard),
  { fallback: (props: PositionCardProps) => <StaticCard {...props} />, worksWithoutScripts: true },
)

/** A leverage position as the server read it, until the code for its actions has loaded. */
export function LeverageCard(props: PositionCardProps) {
  return useOptionalConfig() ? <LazyCard {...props} /> : <StaticCard {...props} />
}

function StaticCard({ loan, facts, value }: PositionCardProps) {
  const { token, collateral, coreId, liquidationTime, isActive } = loan
  return (
    <article
      aria-label={`Leverage position ${coreId}`}
      className="grid content-start gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TokenLogo address={token.address} image={token.image} size={36} symbol={token.symbol} />
        <h3 className="grid min-w-0 flex-1 basis-36 text-base">
          <span className="flex min-w-0 gap-1">
            {formatAmount(collateral)} <bdi className="min-w-0 truncate">{token.symbol}</bdi>
          </span>
          <span className="text-sm font-normal text-muted">Leverage position {`${coreId}`}</span>
        </h3>
        <span className="flex flex-wrap gap-x-1 text-sm text-muted">
          Expires <LocalTime time={new Date(Number(liquidationTime) * 1_000)} />
        </span>
      </header>
      <PositionFigures facts={facts} isOpen={isActive} value={value} />
    </article>
  )
}
