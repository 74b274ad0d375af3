import type { Metadata } from "next"
import { Suspense } from "react"
import { LiveRefresh } from "@/components/live/live-refresh"
import { SwapTicket } from "@/components/swap/swap-ticket"
import { ButtonLink } from "@/components/ui/button"
import { cleanLine } from "@/lib/api/wire"
import { usd } from "@/lib/format"
import { ChartCard } from "./_parts/chart-card"
import { ChainFacts, ChainFactsSkeleton, ChainNotice, FactsCard } from "./_parts/facts-card"
import { HoldersCard } from "./_parts/holders-card"
import { readState, type SearchParams } from "./_parts/links"
import { loadToken } from "./_parts/load"
import { TokenHeader } from "./_parts/token-header"
import { TradesCard } from "./_parts/trades-card"
import { WhitelistCard } from "./_parts/whitelist-card"

type Props = { params: Promise<{ address: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const token = await loadToken((await params).address)
  const name = cleanLine(token.name)
  const price = token.priceUsd === null ? "" : ` at ${usd(token.priceUsd)}`
  return {
    title: `${cleanLine(token.symbol)}${price}`,
    description: `${name}: price chart, liquidity, trades and holders. Buy and sell it on Atoll.`,
    alternates: { canonical: `/tokens/${token.address}` },
  }
}

export default async function TokenPage({ params, searchParams }: Props) {
  const token = await loadToken((await params).address)
  const { address, name, symbol } = token
  const state = readState(await searchParams)
  return (
    <div className="grid gap-5">
      <TokenHeader token={token} />
      <ButtonLink className="lg:hidden" href="#trade">
        Trade
      </ButtonLink>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
        <ChartCard state={state} token={token} />
        <aside
          aria-label="Trade"
          className="min-w-0 scroll-mt-20 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-stretch"
          id="trade"
        >
          <div className="lg:sticky lg:top-20">
            <SwapTicket token={{ address, name, symbol }} />
          </div>
        </aside>
        <FactsCard
          notice={
            <Suspense>
              <ChainNotice token={token} />
            </Suspense>
          }
          token={token}
        >
          <Suspense fallback={<ChainFactsSkeleton isMain={token.isMain} />}>
            <ChainFacts token={token} />
          </Suspense>
        </FactsCard>
        <div className="grid min-w-0 gap-5 md:grid-cols-2 md:items-start lg:contents">
          <TradesCard state={state} token={token} />
          <div className="grid min-w-0 gap-5">
            <HoldersCard token={token} />
            <Suspense>
              <WhitelistCard token={token} />
            </Suspense>
          </div>
        </div>
      </div>
      <LiveRefresh topics={[address]} />
    </div>
  )
}
