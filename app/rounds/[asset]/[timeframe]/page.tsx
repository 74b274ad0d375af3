import type { Metadata } from "next"
import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { HowItWorks } from "@/app/rounds/_parts/how-it-works"
import { ChainSilent, NotDeployed } from "@/app/rounds/_parts/unavailable"
import { NoChain } from "@/components/chain/no-chain"
import { LinkTabs } from "@/components/ui/link-tabs"
import { roundsHref, timeframeNames } from "@/components/updown/labels"
import { LiveRoundsProvider } from "@/components/updown/live-rounds"
import { OwnRounds } from "@/components/updown/own-record"
import { PastRounds } from "@/components/updown/past-rounds"
import { OwnBets, RunningRound } from "@/components/updown/round-page"
import { RoundTicketFrame } from "@/components/updown/round-ticket-frame"
import { getBrowserConfig } from "@/lib/chain/browser-config"
import type { SearchParams } from "@/lib/http/search-params"
import { assetDetails, assets } from "@/lib/updown/assets"
import { timeframes } from "@/lib/updown/timeframes"
import { loadSeries, parseQuery, parseSeries, type Series } from "./_parts/load"

type Props = {
  params: Promise<{ asset: string; timeframe: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const series = parseSeries(await params)
  if (!series) return notFoundMetadata("page")
  const { asset, timeframe } = series
  const { name, symbol } = assetDetails[asset]
  return {
    title: `${symbol} up or down, ${timeframeNames[timeframe.label]}`,
    description: `Will ${name} be higher in ${timeframeNames[timeframe.label]}? Live price, net payouts and past rounds.`,
    alternates: { canonical: roundsHref(asset, timeframe) },
  }
}

export default async function RoundPage({ params, searchParams }: Props) {
  const series = parseSeries(await params)
  if (!series) return <NotFound subject="page" />
  const query = parseQuery(await searchParams)
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-3">
        <h1>
          {assetDetails[series.asset].symbol} up or down{" "}
          <span className="text-muted">in {timeframeNames[series.timeframe.label]}</span>
        </h1>
        <SeriesTabs series={series} />
      </header>
      {getBrowserConfig() ? <Rounds query={query} series={series} /> : <NoChain />}
    </div>
  )
}

type RoundsProps = { series: Series; query: ReturnType<typeof parseQuery> }

async function Rounds({ series, query }: RoundsProps) {
  const { asset, timeframe } = series
  const loaded = await loadSeries(series, query.before)
  if (loaded === "not deployed") return <NotDeployed symbol={assetDetails[asset].symbol} />
  if (loaded === "silent") return <ChainSilent />
  const { view, contract, past, points } = loaded
  return (
    <LiveRoundsProvider asset={asset} initial={view} key={asset}>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <RunningRound asset={asset} points={points} timeframe={timeframe} />
          <OwnRounds asset={asset} timeframe={timeframe} />
          <PastRounds
            asset={asset}
            contract={contract}
            isNewest={query.before === null}
            key={`${query.before}`}
            rounds={past}
            timeframe={timeframe}
          />
          <HowItWorks />
        </div>
        <aside
          aria-label="Bet"
          className="min-w-0 scroll-mt-20 lg:sticky lg:top-17 lg:-m-3 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-3"
        >
          <RoundTicketFrame asset={asset} side={query.side} timeframe={timeframe} />
        </aside>
      </div>
      <OwnBets
        asset={asset}
        past={(past ?? []).map(({ roundId }) => roundId)}
        timeframe={timeframe}
      />
    </LiveRoundsProvider>
  )
}

/** Tabs for the other assets in this timeframe, and the other timeframes of this asset. */
function SeriesTabs({ series: { asset, timeframe } }: { series: Series }) {
  return (
    <div className="grid gap-1">
      <LinkTabs
        label="Asset"
        tabs={assets.map((each) => ({
          href: roundsHref(each, timeframe),
          label: assetDetails[each].symbol,
          isCurrent: each === asset,
        }))}
      />
      <LinkTabs
        label="How long a round lasts"
        tabs={timeframes.map((each) => ({
          href: roundsHref(asset, each),
          label: each.label,
          isCurrent: each.code === timeframe.code,
        }))}
      />
    </div>
  )
}
