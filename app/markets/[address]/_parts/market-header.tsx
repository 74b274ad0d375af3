import { ClosingTime } from "@/components/markets/closing-time"
import { StatusBadge } from "@/components/markets/status-badge"
import { TokenLogo } from "@/components/tokens/token-logo"
import { Address } from "@/components/ui/address"
import { CopyButton } from "@/components/ui/copy-button"
import { Badge, Stat } from "@/components/ui/figures"
import { LocalTime } from "@/components/ui/local-time"
import { Usd } from "@/components/ui/number"
import { env } from "@/lib/env"
import { formatAmount, formatInteger } from "@/lib/format"
import { statusLabels, toOutcomeName } from "@/lib/markets/labels"
import type { MarketView } from "@/lib/markets/schema"
import { tryLoad } from "@/lib/pages/try-load"
import { findOwnName } from "@/lib/profiles/authors"
import { loadSharePayout } from "./load"

export async function MarketHeader({ market }: { market: MarketView }) {
  const { address, name, symbol, image, status, kind, dev } = market
  const owner = await tryLoad(findOwnName(dev))
  return (
    <header className="grid gap-4">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <TokenLogo address={address} image={image} size={64} symbol={symbol} />
        <div className="grid min-w-0 gap-2">
          <h1 className="text-2xl wrap-anywhere sm:text-3xl">
            <bdi>{name}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <StatusBadge status={status} />
            <Badge>{kind === "private" ? "Private" : "Public"}</Badge>
            {market.isPrivateEvent && <Badge>Listed buyers only</Badge>}
            {market.round > 0 && <Badge>Round {market.round + 1}</Badge>}
            <span className="inline-flex min-h-6 min-w-0 items-center gap-1">
              by{" "}
              <Address
                address={dev}
                hasCopy={false}
                href={`/wallets/${dev}`}
                label={owner?.username ?? undefined}
              />
            </span>
          </p>
        </div>
        <div className="col-span-2 -mb-2 sm:col-span-1 sm:mb-0">
          <CopyButton label="Copy link" text={`${env().BASE_URL}/markets/${address}`} />
        </div>
      </div>
      <StatusSummary market={market} />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Stat label="Volume">
          <Usd isCompact value={market.volume} />
        </Stat>
        <Stat label="24 h volume">
          <Usd isCompact value={market.dayVolume} />
        </Stat>
        <Stat label="Trades">{formatInteger(market.tradeCount)}</Stat>
        <Stat label={market.resolvedAt ? "Resolution" : "Closing"}>
          <span className="text-base font-medium">
            <ClosingTime market={market} />
          </span>
          {market.endTime && (
            <span className="block text-sm font-normal text-muted">
              <LocalTime time={market.endTime} />
            </span>
          )}
        </Stat>
      </dl>
    </header>
  )
}

/** The status in a sentence, with the payout of a resolved market. */
async function StatusSummary({ market }: { market: MarketView }) {
  const { finalOutcome, options, status } = market
  if (status === "active") return null
  const isFinal = finalOutcome !== null && status === "resolved"
  const payout = isFinal
    ? await tryLoad(loadSharePayout(market, market.outcomes[finalOutcome]))
    : null
  return (
    <p className="rounded-card border border-line bg-surface px-4 py-3 shadow-card">
      {isFinal && (
        <strong className="text-kelp">
          <bdi>{toOutcomeName(options, finalOutcome)}</bdi> won.{" "}
        </strong>
      )}
      {payout !== null && `Each share pays ${formatAmount(payout)} USDB. `}
      {statusLabels[status].meaning}{" "}
      {!market.resolvedAt && "Shares can still be bought from the order book. "}
      <a className="text-link" href="#resolution">
        View resolution
      </a>
    </p>
  )
}
