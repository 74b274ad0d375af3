import { Countdown } from "@/components/ui/countdown"
import { Time } from "@/components/ui/time"
import type { MarketCard } from "@/lib/markets/schema"

/** When a market ends, ended or was resolved. */
export function ClosingTime({ market }: { market: Pick<MarketCard, "endTime" | "resolvedAt"> }) {
  const { endTime, resolvedAt } = market
  if (resolvedAt) {
    return (
      <>
        Resolved <Time time={resolvedAt} />
      </>
    )
  }
  if (!endTime) return <>No end time</>
  if (endTime <= new Date()) {
    return (
      <>
        Ended <Time time={endTime} />
      </>
    )
  }
  return (
    <>
      Ends in <Countdown label="Time left" to={endTime} />
    </>
  )
}
