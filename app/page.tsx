import type { Metadata } from "next"
import { LiveRefresh } from "@/components/live/live-refresh"
import { TimeAgo } from "@/components/tokens/time-ago"
import { TradeTape } from "@/components/tokens/trade-tape"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { compactUsd } from "@/lib/format"
import { findTokenCards } from "@/lib/tokens/browse/queries"
import { findSparklines } from "@/lib/tokens/candles/queries"
import { findLatestTrades } from "@/lib/tokens/trades/queries"
import { PulseStrip } from "./_parts/pulse-strip"
import { TokenCardList } from "./_parts/token-card-list"

export const metadata: Metadata = {
  title: { absolute: "Atoll: launch and trade tokens" },
  description:
    "Launch a token, trade it against a pool that never runs dry, and follow every trade live.",
  alternates: { canonical: "/" },
}

const TOKENS = 6
const TRADES = 14

export default async function HomePage() {
  const list = { page: 1, limit: TOKENS }
  const [newest, active, trades] = await Promise.all([
    findTokenCards({ ...list, sort: "newest" }),
    findTokenCards({ ...list, sort: "active" }),
    findLatestTrades(TRADES),
  ])
  const shown = new Set([...newest.data, ...active.data].map((token) => token.address))
  const courses = await findSparklines([...shown])
  return (
    <div className="grid gap-5">
      <Welcome />
      <PulseStrip />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="grid gap-5">
          <TokenCardList
            courses={courses}
            href="/launchpad?sort=active"
            note={(token) => compactUsd(token.dayVolumeUsd)}
            title="Most traded in 24 h"
            tokens={active.data}
          />
          <TokenCardList
            courses={courses}
            href="/launchpad"
            note={(token) => <TimeAgo time={token.createdAt} />}
            title="Newest"
            tokens={newest.data}
          />
        </div>
        <Card title="Latest trades">
          <TradeTape showsToken trades={trades} />
        </Card>
      </div>
      <LiveRefresh />
    </div>
  )
}

function Welcome() {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="grid max-w-prose gap-1">
        <h1>Launch a token. Trade it at once.</h1>
        <p className="text-muted">
          Every token has a pool of its own from its first second, and a floor that never falls.
        </p>
      </div>
      <div className="flex gap-2">
        <ButtonLink href="/launch">Launch a token</ButtonLink>
        <ButtonLink href="/faucet" look="secondary">
          Get test USDB
        </ButtonLink>
      </div>
    </header>
  )
}
