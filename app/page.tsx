import type { Metadata } from "next"
import { cookies } from "next/headers"
import { LiveRefresh } from "@/components/live/live-refresh"
import { TradeTape } from "@/components/tokens/trade-tape"
import { Card } from "@/components/ui/card"
import { Time } from "@/components/ui/time"
import { compactUsd } from "@/lib/format"
import { pageMark } from "@/lib/live/page-mark"
import { findMarketCards } from "@/lib/markets/browse/queries"
import { findNames } from "@/lib/profiles/authors"
import { findFeed } from "@/lib/reef/posts/queries"
import { findUsdCourses } from "@/lib/tokens/browse/courses"
import { findTokenCards } from "@/lib/tokens/browse/queries"
import { findLatestTrades } from "@/lib/tokens/trades/queries"
import { FromReef } from "./_parts/from-reef"
import { Hero } from "./_parts/hero"
import { Markets } from "./_parts/markets"
import { Movers } from "./_parts/movers"
import { StartSteps } from "./_parts/start-steps"
import { STARTED_COOKIE } from "./_parts/started"
import { TokenLines } from "./_parts/token-lines"

export const metadata: Metadata = {
  title: { absolute: "Atoll: prediction markets and token launches" },
  description:
    "Bet on what happens, launch a token, trade against pools that never run dry, and follow it all live.",
  alternates: { canonical: "/" },
}

const TOKENS = 6
const MARKETS = 3
const TRADES = 16
const POSTS = 4

export default async function HomePage() {
  const mark = pageMark()
  const list = { page: 1, limit: TOKENS }
  const [moved, newest, active, markets, trades, posts, jar] = await Promise.all([
    findTokenCards({ ...list, sort: "moved" }),
    findTokenCards({ ...list, sort: "newest" }),
    findTokenCards({ ...list, sort: "active" }),
    findMarketCards({ page: 1, limit: MARKETS, sort: "trending", group: "open" }),
    findLatestTrades(TRADES),
    findFeed({ section: "all", sort: "hot", period: "all", limit: POSTS, offset: 0 }),
    cookies(),
  ])
  const shown = [...moved.data, ...newest.data, ...active.data].map(({ address }) => address)
  const [courses, names] = await Promise.all([
    findUsdCourses([...new Set(shown)]),
    findNames(trades.map(({ user }) => user)),
  ])
  const [busiest] = active.data
  return (
    <div className="grid grid-cols-1 gap-6 lg:gap-8">
      <Hero />
      <StartSteps
        isOver={jar.has(STARTED_COOKIE)}
        tradeHref={busiest ? `/tokens/${busiest.address}` : "/launchpad"}
      />
      <Markets markets={markets.data} />
      <Movers courses={courses} tokens={moved.data} />
      <FromReef posts={posts.data} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-8">
        <div className="grid grid-cols-1 gap-6 lg:gap-8">
          <TokenLines
            courses={courses}
            empty="No tokens yet"
            href="/launchpad"
            id="newest"
            note={(token) => <Time time={token.createdAt} />}
            title="New launches"
            tokens={newest.data}
          />
          <TokenLines
            courses={courses}
            empty="No trades in the last 24 hours"
            href="/launchpad?view=table&sort=active"
            id="active"
            note={(token) => `${compactUsd(token.dayVolumeUsd)} in 24 h`}
            title="Most traded"
            tokens={active.data}
          />
        </div>
        <div className="below-fold min-w-0 [--tall:60rem]">
          <Card title="Latest trades">
            <TradeTape names={names} showsToken trades={trades} />
          </Card>
        </div>
      </div>
      <LiveRefresh mark={mark} />
    </div>
  )
}
