import { NotFound, notFoundMetadata } from "@/app/_parts/not-found"
import { LiveRefresh } from "@/components/live/live-refresh"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { AboutCard } from "./_parts/about-card"
import { ChartCard } from "./_parts/chart-card"
import { Comments } from "./_parts/comments"
import { CreatorTokensCard } from "./_parts/creator-tokens-card"
import { HoldersCard } from "./_parts/holders-card"
import { LaunchPanels } from "./_parts/launch-panels"
import { parseSearchParams } from "./_parts/links"
import { loadToken } from "./_parts/load"
import { tokenMetadata } from "./_parts/metadata"
import { PageTabs, TabPart } from "./_parts/page-tabs"
import { SafetyCard, SafetySummary } from "./_parts/safety-card"
import { StatsCard } from "./_parts/stats-card"
import { SupplyCard } from "./_parts/supply-card"
import { Ticket } from "./_parts/ticket"
import { TokenHeader } from "./_parts/token-header"
import { TradesCard } from "./_parts/trades-card"

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props) {
  const token = await loadToken((await params).address)
  return token ? tokenMetadata(token) : notFoundMetadata("token")
}

export default async function TokenPage({ params, searchParams }: Props) {
  const token = await loadToken((await params).address)
  if (!token) return <NotFound subject="token" />
  const state = parseSearchParams(await searchParams)
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <TokenHeader token={token} />
        <SafetySummary token={token} />
        <ChartCard state={state} token={token} />
        <StatsCard token={token} />
        <PageTabs address={token.address} />
        {!token.isMain && (
          <TabPart tab="about">
            <LaunchPanels token={token} />
          </TabPart>
        )}
        <TabPart id="safety" tab="safety">
          <SafetyCard token={token} />
        </TabPart>
        <TabPart tab="trades">
          <TradesCard state={state} token={token} />
        </TabPart>
        <TabPart tab="comments">
          <Comments state={state} token={token} />
        </TabPart>
        <div className="grid min-w-0 grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
          <TabPart tab="holders">
            <HoldersCard token={token} />
            <SupplyCard token={token} />
          </TabPart>
          <TabPart tab="about">
            <AboutCard token={token} />
            {!token.isMain && <CreatorTokensCard token={token} />}
          </TabPart>
        </div>
      </div>
      <aside
        aria-label="Trade"
        className="min-w-0 lg:sticky lg:top-17 lg:-m-3 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-3"
        id="trade"
      >
        <Ticket token={token} />
      </aside>
      <LiveRefresh version={getPageVersion()} topics={[token.address]} />
    </div>
  )
}
