"use client"

import { useQuery } from "@tanstack/react-query"
import { QueryFailure } from "@/components/browser/query-failure"
import { Countdown } from "@/components/ui/countdown"
import { Progress } from "@/components/ui/progress"
import { Skeleton } from "@/components/ui/states"
import { useSession } from "@/components/wallet/session/session"
import type { ApiAnswer } from "@/lib/api/client"

type Caps = ApiAnswer<"GET /api/v1/me/daily-caps">

const labels: Readonly<Record<string, string>> = {
  trading: "Trading",
  prediction: "Markets and rounds",
  creator: "Launches",
  positions: "wTIDE and loans",
  social_x: "Posts on X",
  social_moltbook: "Posts on Moltbook",
}

/** Positions count by the second. */
const REFRESH_MS = 60_000

/** How much of each category’s daily limit is used, and when it resets. */
export function DailyCaps({ wallet }: { wallet: string }) {
  const { request } = useSession()
  const query = useQuery({
    queryKey: ["daily-caps", wallet],
    queryFn: async () => {
      const caps = await request("GET /api/v1/me/daily-caps", {})
      return { caps, resetsAt: new Date(Date.now() + caps.resetsInSeconds * 1_000) }
    },
    retry: false,
    refetchInterval: REFRESH_MS,
  })
  return (
    <section aria-labelledby="daily-caps" className="grid grid-cols-1 gap-3">
      <h3 className="text-sm font-semibold" id="daily-caps">
        Limits of the day
      </h3>
      {query.isPending && <Skeleton className="h-64" />}
      <QueryFailure query={query} />
      {query.data && (
        <>
          <p className="text-sm text-muted">
            In each category a day counts up to its limit. New limits in{" "}
            <Countdown
              label="Time to the new limits"
              onEnd={() => void query.refetch()}
              to={query.data.resetsAt}
            />
            .
          </p>
          <Bars caps={query.data.caps} />
          <p className="text-xs text-muted">
            wTIDE and loans count for the hours they are held: their bar grows until the day ends.
          </p>
        </>
      )}
    </section>
  )
}

function Bars({ caps: { pointCaps, countCaps } }: { caps: Caps }) {
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {[...pointCaps, ...countCaps].map(({ category, percent }) => (
        <Bar key={category} label={labels[category] ?? category} percent={percent} />
      ))}
    </dl>
  )
}

function Bar({ label, percent }: { label: string; percent: number }) {
  const text = percent >= 100 ? "Reached" : `${percent}%`
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-2 text-sm">
        <dt>{label}</dt>
        <dd className="figures text-muted">{text}</dd>
      </div>
      <Progress label={label} max={100} value={percent} valueText={`${percent}% used`} />
    </div>
  )
}
