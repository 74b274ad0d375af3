import { formatDuration } from "@/lib/format"
import type { RoundAction } from "@/lib/updown/calls"
import { priceStaleness } from "@/lib/updown/math"
import type { Timeframe } from "@/lib/updown/timeframes"
import type { AssetRounds } from "@/lib/updown/view"
import { FINALIZE_WINDOW } from "./feed-age"

export type DueAction = { title: string; text: string; action: RoundAction | null }

/** Why no bets are taken, and the call that changes that; null while a round is open. */
export function findDueAction(
  { rounds, feed, isPaused }: Pick<AssetRounds, "rounds" | "feed" | "isPaused">,
  { code, seconds }: Pick<Timeframe, "code" | "seconds">,
  now: number,
): DueAction | null {
  const round = rounds[code]
  if (!round) {
    const most = priceStaleness(seconds)
    if (feed === null || feed.price <= 0n || now - feed.updatedAt > most) {
      return {
        title: "No fresh price",
        text: `A round starts at a price that is at most ${formatDuration(most)} old. The next one opens when the feed has such a price.`,
        action: null,
      }
    }
    return {
      title: "No round is open",
      text: "Its start price would be the feed's latest one. Anybody may open the next round.",
      action: isPaused ? null : "start",
    }
  }
  if (now < round.endTime) return null
  if (feed !== null && feed.updatedAt >= round.endTime) {
    return {
      title: "The round has ended, and its price is there",
      text: "It is settled within moments. Anybody may settle it; the result is the same whoever does.",
      action: now > round.endTime + FINALIZE_WINDOW ? "cancel" : "settle",
    }
  }
  if (now <= round.endTime + FINALIZE_WINDOW) {
    return {
      title: "Waiting for the price",
      text: "The feed's first update at or after the end decides the round. Without one within 20 minutes all stakes are refunded.",
      action: null,
    }
  }
  return {
    title: "The feed had no price in time",
    text: "The round is canceled, and all stakes are refunded. Anybody may cancel it now.",
    action: "cancel",
  }
}
