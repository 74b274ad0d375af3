import type { Metadata } from "next"
import Link from "next/link"
import { addressOf } from "@/app/portfolio/_parts/address"
import { CashIsland } from "@/app/portfolio/_parts/cash-island"
import { Holdings } from "@/app/portfolio/_parts/holdings"
import { OwnBadge } from "@/app/portfolio/_parts/own-badge"
import { LiveRefresh } from "@/components/live/live-refresh"
import { TradeTape } from "@/components/tokens/trade-tape"
import { Card } from "@/components/ui/card"
import { CopyButton } from "@/components/ui/copy-button"
import { Stat } from "@/components/ui/figures"
import { shortAddress, usd } from "@/lib/format"
import { findWalletHoldings } from "@/lib/tokens/holders/queries"
import type { Holding } from "@/lib/tokens/holders/schema"
import { findWalletTrades } from "@/lib/tokens/trades/queries"

type Props = {
  params: Promise<{ wallet: string }>
  searchParams: Promise<{ before?: string | string[] }>
}

const TRADES = 20

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const wallet = addressOf((await params).wallet)
  return {
    title: `Portfolio of ${shortAddress(wallet)}`,
    description: `What the wallet ${wallet} holds on Atoll, what it is worth, and what it has traded.`,
    alternates: { canonical: `/portfolio/${wallet}` },
  }
}

export default async function WalletPage({ params, searchParams }: Props) {
  const wallet = addressOf((await params).wallet)
  const { before } = await searchParams
  const cursor = typeof before === "string" && /^\d{1,18}$/.test(before) ? before : undefined
  const [holdings, trades] = await Promise.all([
    findWalletHoldings(wallet),
    findWalletTrades(wallet, { cursor, limit: TRADES }),
  ])
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1>Portfolio</h1>
        <OwnBadge wallet={wallet} />
        <CopyButton label={shortAddress(wallet)} look="quiet" text={wallet} />
      </header>
      <dl className="grid grid-cols-2 gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:grid-cols-3 sm:p-5">
        <Stat label="Tokens">{usd(worth(holdings))}</Stat>
        <CashIsland wallet={wallet} />
        <Stat label="Different tokens">{holdings.length}</Stat>
      </dl>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <Holdings holdings={holdings} />
        <Card title="Trades">
          <TradeTape
            isLive={cursor === undefined}
            key={cursor}
            showsToken
            showsWallet={false}
            trades={trades.data}
          />
          <OlderLinks cursor={cursor} next={trades.nextCursor} wallet={wallet} />
        </Card>
      </div>
      <LiveRefresh />
    </div>
  )
}

type OlderLinksProps = { wallet: string; cursor: string | undefined; next: string | null }

function OlderLinks({ wallet, cursor, next }: OlderLinksProps) {
  const link = "text-link flex min-h-11 items-center text-sm"
  return (
    <div className="flex justify-between gap-4">
      {next ? (
        <Link className={link} href={`/portfolio/${wallet}?before=${next}`} scroll={false}>
          Older trades
        </Link>
      ) : (
        <span />
      )}
      {cursor !== undefined && (
        <Link className={link} href={`/portfolio/${wallet}`} scroll={false}>
          Newest trades
        </Link>
      )}
    </div>
  )
}

function worth(holdings: readonly Holding[]) {
  return holdings.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0n), 0n)
}
