import type { Metadata } from "next"
import Link from "next/link"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { ActivityPanel } from "@/app/portfolio/_parts/activity-panel"
import { LeveragePositions } from "@/app/portfolio/_parts/leverage-positions"
import { LoansTable } from "@/app/portfolio/_parts/loans-table"
import { NetWorthCard } from "@/app/portfolio/_parts/net-worth-card"
import { PositionsPanel } from "@/app/portfolio/_parts/positions-panel"
import { RoundsPanel } from "@/app/portfolio/_parts/rounds-panel"
import { TradesPanel } from "@/app/portfolio/_parts/trades-panel"
import {
  type PortfolioState,
  type PortfolioTab,
  parsePortfolioState,
  portfolioHref,
  portfolioTabs,
  type SearchParams,
} from "@/app/portfolio/_parts/url-state"
import { OwnClaimsButton } from "@/components/claims/claims-button"
import { LiveRefresh } from "@/components/live/live-refresh"
import { parseAddress } from "@/components/portfolio/address"
import { AssetsTable, ClosedTable, resultColumns } from "@/components/portfolio/assets-table"
import { ExportLinks } from "@/components/portfolio/export-links"
import { OwnerBadge } from "@/components/portfolio/owner-badge"
import { Address } from "@/components/ui/address"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { LinkTabs } from "@/components/ui/link-tabs"
import { Amount } from "@/components/ui/number"
import { Section } from "@/components/ui/section"
import { Table } from "@/components/ui/table"
import { shortenAddress } from "@/lib/format"
import { getPageVersion } from "@/lib/live/page-version"
import { tryLoad } from "@/lib/pages/try-load"
import { findPortfolio } from "@/lib/portfolio/queries"
import type { ClosedMarket, PortfolioView } from "@/lib/portfolio/schema"
import { findOwnName } from "@/lib/profiles/authors"

type Props = { params: Promise<{ wallet: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const wallet = parseAddress((await params).wallet)
  if (!wallet) return notFoundMetadata("wallet")
  return {
    title: `Portfolio of ${shortenAddress(wallet)}`,
    description: `Holdings, net worth, positions and trades of the wallet ${wallet} on Atoll.`,
    alternates: { canonical: `/portfolio/${wallet}` },
    // One page per possible address is of no use to search engines.
    robots: { index: false },
  }
}

export default async function PortfolioPage({ params, searchParams }: Props) {
  const version = getPageVersion()
  const wallet = parseAddress((await params).wallet)
  if (!wallet) return <NotFound subject="wallet" />
  const state = parsePortfolioState(await searchParams)
  const [view, name] = await Promise.all([
    findPortfolio(wallet, state.range),
    tryLoad(findOwnName(wallet)),
  ])
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <h1>Portfolio</h1>
        <OwnerBadge wallet={wallet} />
        <Address address={wallet} {...(name?.username && { label: name.username })} />
        {/* On phones it has a separate line, so that nothing moves when the claims arrive. */}
        <div className="flex items-center justify-end gap-2 max-sm:w-full sm:ml-auto">
          <OwnClaimsButton wallet={wallet} />
          <ButtonLink className="shrink-0" href={`/wallets/${wallet}`} variant="quiet">
            Public profile
          </ButtonLink>
        </div>
      </header>
      <NetWorthCard state={state} view={view} wallet={wallet} />
      <Card>
        <div className="grid grid-cols-1 gap-4">
          <LinkTabs label="Portfolio" tabs={tabsOf({ wallet, view, state })} />
          <Section key={state.tab}>{() => Panel({ state, view, wallet })}</Section>
        </div>
      </Card>
      <LiveRefresh version={version} />
    </div>
  )
}

type PanelProps = { wallet: string; view: PortfolioView; state: PortfolioState }

const labels: Record<PortfolioTab, string> = {
  holdings: "Holdings",
  markets: "Markets",
  rounds: "Rounds",
  closed: "Closed",
  trades: "Trades",
  log: "Activity",
}

function tabsOf({ wallet, view, state }: PanelProps) {
  const counts: Partial<Record<PortfolioTab, number>> = {
    holdings: view.assets.length,
    markets: view.markets.length,
    rounds: view.rounds.open + view.rounds.claimable,
    closed: view.closed.length + view.closedMarkets.length,
  }
  return portfolioTabs.map((tab) => {
    const count = counts[tab]
    return {
      href: portfolioHref(wallet, { range: state.range, curve: state.curve, tab }),
      label: labels[tab],
      isCurrent: tab === state.tab,
      ...(count !== undefined && { count }),
    }
  })
}

async function Panel({ wallet, view, state }: PanelProps) {
  if (state.tab === "holdings") {
    return (
      <div className="grid grid-cols-1 gap-5">
        {view.assets.length > 0 && <ExportLinks name="holdings" wallet={wallet} />}
        <AssetsTable
          assets={view.assets}
          href={(order) => portfolioHref(wallet, { ...state, ...order })}
          order={state}
        />
        <UnvestedNote unvested={view.unvested} />
        <Section title="Leverage">{() => LeveragePositions({ wallet })}</Section>
        <LoansTable loans={view.loans} />
      </div>
    )
  }
  if (state.tab === "markets") {
    const stakes = view.assets.filter(({ staked }) => staked > 0n)
    return PositionsPanel({
      locked: { bonds: view.bonds, stakes },
      markets: view.markets,
      wallet,
    })
  }
  if (state.tab === "rounds") {
    return RoundsPanel({
      before: state.before,
      href: (before) => portfolioHref(wallet, { ...state, before }),
      totals: view.rounds,
      wallet,
    })
  }
  if (state.tab === "closed") return <Closed view={view} />
  if (state.tab === "log") {
    return ActivityPanel({
      href: (page) => portfolioHref(wallet, { ...state, page }),
      page: state.page,
      wallet,
    })
  }
  return TradesPanel({
    before: state.before,
    href: (choice) => portfolioHref(wallet, { ...state, ...choice }),
    side: state.side,
    wallet,
  })
}

function Closed({ view: { closed, closedMarkets } }: { view: PortfolioView }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {(closed.length > 0 || closedMarkets.length === 0) && <ClosedTable assets={closed} />}
      <ClosedMarketsTable markets={closedMarkets} />
    </div>
  )
}

/** Markets in which all shares were sold, redeemed or lost. */
function ClosedMarketsTable({ markets }: { markets: readonly ClosedMarket[] }) {
  if (markets.length === 0) return null
  return (
    <Table
      caption="Closed positions in prediction markets"
      columns={[
        {
          key: "market",
          header: "Market",
          isRowHeader: true,
          cell: ({ market: { address, name } }) => (
            <Link
              className="line-clamp-2 max-w-44 font-medium wrap-anywhere after:absolute after:inset-0 sm:max-w-80"
              href={`/markets/${address}`}
              prefetch={false}
            >
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        ...resultColumns,
      ]}
      isInteractive
      rowKey={({ market }) => market.address}
      rows={markets}
    />
  )
}

/** Tokens of schedules that are left out of the net worth. */
function UnvestedNote({ unvested }: Pick<PortfolioView, "unvested">) {
  if (unvested.length === 0) return null
  return (
    <p className="text-sm text-muted">
      Not counted:{" "}
      {unvested.map(({ token, symbol, amount }, index) => (
        <span key={token}>
          {index > 0 && ", "}
          <Amount unit={symbol} value={amount} />
        </span>
      ))}{" "}
      not yet vested. The creator of a{" "}
      <Link className="text-link" href="/vesting" prefetch={false}>
        vesting schedule
      </Link>{" "}
      can still name another beneficiary for them.
    </p>
  )
}
