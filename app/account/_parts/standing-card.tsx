"use client"

import { QueryFailure } from "@/components/browser/query-failure"
import { RankChange } from "@/components/profiles/rank-change"
import { Card } from "@/components/ui/card"
import { Stat } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { formatInteger } from "@/lib/format"
import { DailyCaps } from "./daily-caps"
import { TierPath } from "./tier-path"
import { type OwnProfile, useProfile } from "./use-profile"

/** The wallet's tier, rank and streak. Its points are not public. */
export function StandingCard({ wallet }: { wallet: string }) {
  const { query } = useProfile(wallet)
  return (
    <Card title="Standing">
      <div className="grid grid-cols-1 gap-5">
        {query.isPending && <Skeleton className="h-80" />}
        <QueryFailure query={query} />
        {query.data && (
          <>
            <Figures profile={query.data} />
            <TierPath tier={query.data.tier} />
          </>
        )}
        <DailyCaps wallet={wallet} />
      </div>
    </Card>
  )
}

function Figures({ profile: { tier, tierEmoji, rank, rankDelta, streak } }: FiguresProps) {
  return (
    <dl className="grid grid-cols-3 gap-4">
      <Stat label="Tier">
        <span aria-hidden="true">{tierEmoji} </span>
        {tier}
      </Stat>
      <Stat label="Rank">
        {rank > 0 ? formatInteger(rank) : "None yet"}{" "}
        {rankDelta !== 0 && <RankChange delta={rankDelta} />}
      </Stat>
      <Stat label="Streak">{streak === 1 ? "1 day" : `${streak} days`}</Stat>
    </dl>
  )
}

type FiguresProps = { profile: OwnProfile }
