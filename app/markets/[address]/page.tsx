import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { LiveRefresh } from "@/components/live/live-refresh"
import { OwnPosition } from "@/components/markets/positions/own-position"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { AccessListCard } from "./_parts/access-list-card"
import { ActivityCard } from "./_parts/activity-card"
import { BookCard } from "./_parts/book-card"
import { Comments } from "./_parts/comments"
import { HoldersCard } from "./_parts/holders-card"
import { parsePageState } from "./_parts/links"
import { loadMarket } from "./_parts/load"
import { MarketHeader } from "./_parts/market-header"
import { marketMetadata } from "./_parts/metadata"
import { OutcomesCard } from "./_parts/outcomes-card"
import { ProbabilityCard } from "./_parts/probability-card"
import { RelatedCard } from "./_parts/related-card"
import { ResolutionCard } from "./_parts/resolution-card"
import { RulesCard } from "./_parts/rules-card"
import { Ticket } from "./_parts/ticket"

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props) {
  const market = await loadMarket((await params).address)
  return market ? marketMetadata(market) : notFoundMetadata("market")
}

export default async function MarketPage({ params, searchParams }: Props) {
  const market = await loadMarket((await params).address)
  if (!market) return <NotFound subject="market" />
  const state = parsePageState(await searchParams)
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <MarketHeader market={market} />
        <ProbabilityCard market={market} state={state} />
        <OutcomesCard market={market} state={state} />
        <OwnPosition
          isFinal={market.resolvedAt !== null}
          market={market.address}
          stamp={`${market.version} ${market.status}`}
        />
        <RulesCard market={market} />
        <BookCard market={market} state={state} />
        <ResolutionCard market={market} state={state} />
        <AccessListCard market={market} />
        <Comments market={market} state={state} />
        <ActivityCard market={market} state={state} />
        <div className="grid min-w-0 grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
          <HoldersCard market={market} state={state} />
          <RelatedCard market={market} />
        </div>
      </div>
      <aside
        aria-label="Buy shares"
        className="min-w-0 scroll-mt-20 lg:sticky lg:top-17 lg:-m-3 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-3"
        id="trade"
      >
        <Ticket market={market} state={state} />
      </aside>
      <LiveRefresh version={getPageVersion()} topics={[market.address]} />
    </div>
  )
}
