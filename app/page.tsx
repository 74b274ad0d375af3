import type { Metadata } from "next"
import { LiveRefresh } from "@/components/live/live-refresh"
import { PostRow } from "@/components/reef/post-row"
import { TradeList } from "@/components/tokens/trade-list"
import { toTradeRow } from "@/components/tokens/trade-row-data"
import { Card } from "@/components/ui/card"
import { FailedSection, Section } from "@/components/ui/section"
import { EmptyState } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { findFirstTrade } from "@/lib/faucet/first-trade"
import { isFaucetConfigured } from "@/lib/faucet/treasury"
import { formatCompactUsd } from "@/lib/format"
import { getPageVersion } from "@/lib/live/page-version"
import { findMarketCards } from "@/lib/markets/list-queries"
import { tryLoad } from "@/lib/pages/try-load"
import { findUsernames } from "@/lib/profiles/authors"
import { findFeed } from "@/lib/reef/posts/queries"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { findUsdSparklines } from "@/lib/tokens/candles/sparklines"
import { findFirstTokenCards } from "@/lib/tokens/list-queries"
import { findLatestTrades } from "@/lib/tokens/trades/queries"
import { readRoundsSoon } from "@/lib/updown/onchain"
import { Hero } from "./_parts/hero"
import { Movers } from "./_parts/movers"
import { OnboardingSteps } from "./_parts/onboarding-steps"
import { RoundsStrip } from "./_parts/rounds-strip"
import { SectionHeader } from "./_parts/section-header"
import { TokenList } from "./_parts/token-list"
import { TrendingMarkets } from "./_parts/trending-markets"

export const metadata: Metadata = {
  title: { absolute: "Atoll: prediction markets and token launches" },
  description:
    "Trade prediction markets, launch a token and trade against its pool, with live data.",
  alternates: { canonical: "/", types: { "text/markdown": "/index.md" } },
}

const TOKENS = 6
const MARKETS = 3
const TRADES = 16
const POSTS = 4

export default async function HomePage() {
  const version = getPageVersion()
  const [moved, newest, active, markets] = await Promise.all([
    tryLoad(findFirstTokenCards("moved", TOKENS)),
    tryLoad(findFirstTokenCards("newest", TOKENS)),
    tryLoad(findFirstTokenCards("active", TOKENS)),
    findMarketCards({ page: 1, limit: MARKETS, sort: "trending", group: "open" }),
  ])
  const lists = [moved, newest, active].flatMap((tokens) => tokens ?? [])
  const shown = lists.map(({ address }) => address)
  const [priceHistories, firstTrade] = await Promise.all([
    tryLoad(findUsdSparklines([...new Set(shown)])),
    tryLoad(findFirstTrade(markets.data, active ?? [])),
  ])
  return (
    <div className="grid grid-cols-1 gap-6 lg:gap-8">
      <Hero />
      <OnboardingSteps firstTrade={firstTrade} hasServiceFaucet={isFaucetConfigured()} />
      <TrendingMarkets markets={markets.data} />
      <Section title="Price rounds">
        {async () => <RoundsStrip view={await readRoundsSoon()} />}
      </Section>
      {moved && priceHistories ? (
        <Movers priceHistories={priceHistories} tokens={moved} />
      ) : (
        <FailedSection title="Top movers" />
      )}
      <Section title="From the Reef">
        {async () => <ReefHighlights posts={(await findHotPosts()).data} />}
      </Section>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-8">
        <div className="grid grid-cols-1 gap-6 lg:gap-8">
          {newest && priceHistories ? (
            <TokenList
              priceHistories={priceHistories}
              empty="No tokens yet"
              href="/launchpad"
              id="newest"
              note={(token) => <Time time={token.createdAt} />}
              title="New launches"
              tokens={newest}
            />
          ) : (
            <FailedSection title="New launches" />
          )}
          {active && priceHistories ? (
            <TokenList
              priceHistories={priceHistories}
              empty="No trades in the last 24 hours"
              href="/launchpad?view=table&sort=active"
              id="active"
              note={(token) => `${formatCompactUsd(token.dayVolumeUsd)} in 24 h`}
              title="Most traded"
              tokens={active}
            />
          ) : (
            <FailedSection title="Most traded" />
          )}
        </div>
        <div className="below-fold min-w-0 [--tall:60rem]">
          <Section title="Latest trades">{LatestTrades}</Section>
        </div>
      </div>
      <LiveRefresh version={version} />
    </div>
  )
}

const findHotPosts = () =>
  findFeed({ section: "all", sort: "hot", period: "all", limit: POSTS, offset: 0 })

async function LatestTrades() {
  const trades = await findLatestTrades(TRADES)
  const names = await findUsernames(trades.map(({ user }) => user))
  return (
    <Card title="Latest trades">
      <TradeList
        names={names}
        trades={trades.map((trade) => toTradeRow(trade, { showsToken: true }))}
      />
    </Card>
  )
}

function ReefHighlights({ posts }: { posts: readonly ReefPost[] }) {
  return (
    <section aria-labelledby="from-reef" className="below-fold min-w-0">
      <SectionHeader href="/reef?sort=hot" id="from-reef" title="From the Reef" />
      <Card>
        {posts.length === 0 ? (
          <EmptyState icon="reef" title="No posts yet" />
        ) : (
          <ul className="-m-2 grid gap-1 lg:grid-cols-2">
            {posts.map((post) => (
              <li className="min-w-0" key={post.id}>
                <PostRow post={post} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}
