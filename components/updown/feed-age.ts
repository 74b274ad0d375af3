import { formatDuration } from "@/lib/format"
import type { FeedState } from "@/lib/updown/view"

/** Seconds after a round's end in which the deciding update may come: `FINALIZE_WINDOW`. */
export const FINALIZE_WINDOW = 1_200

/** A feed that updates in time is not called late before that. */
const LEAST_LATE = 120

export type FeedHealth = "fresh" | "late" | "silent" | "unknown"

/**
 * The state of a feed at a time of the chain: `late` by its own usual interval, `silent` when rounds may be refunded.
 */
export function feedHealth(feed: FeedState | null, now: number): FeedHealth {
  if (!feed) return "unknown"
  const age = now - feed.updatedAt
  const late = Math.max(LEAST_LATE, 3 * (feed.usualGap ?? 0))
  if (age > Math.max(FINALIZE_WINDOW, late)) return "silent"
  return age > late ? "late" : "fresh"
}

/** The consequence of a late feed for bettors; null while it is on time. */
export function describeFeed(
  feed: FeedState | null,
  now: number,
): { title: string; text: string } | null {
  const health = feedHealth(feed, now)
  if (health === "fresh") return null
  if (!feed) {
    return {
      title: "The price feed does not answer",
      text: "A round without a price within 20 minutes after its end is refunded in full.",
    }
  }
  const age = formatDuration(now - feed.updatedAt)
  if (health === "late") {
    return {
      title: `The price feed is late: no update for ${age}`,
      text: "The first update at or after the end of a round decides it, even if it comes later.",
    }
  }
  return {
    title: `The price feed has been silent for ${age}`,
    text: "No new round opens without a fresh price. A round without an update within 20 minutes after its end is refunded in full.",
  }
}
