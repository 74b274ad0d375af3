import type { PositionView } from "@/lib/updown/round-views"

type Decided = Pick<PositionView, "state" | "side" | "stake" | "payout" | "claimable"> & {
  round: Pick<PositionView["round"], "outcome" | "endTime">
}

/** A wallet's win or loss in a round; null until it is decided. */
export function netResult({ state, stake, payout, claimable }: Decided): bigint | null {
  return state === "active" ? null : (payout ?? claimable) - stake
}

type Label = { label: string; tone: "neutral" | "up" | "down" | "warning" }

/** The result of a bet, in a word or two. */
export function describeBet({ state, side, round }: Decided, now = Date.now()): Label {
  if (state === "active") {
    return +round.endTime > now
      ? { label: "Open", tone: "neutral" }
      : { label: "Waiting for the price", tone: "warning" }
  }
  if (round.outcome === "canceled") return { label: "Refunded", tone: "neutral" }
  return round.outcome === `${side}_wins`
    ? { label: "Won", tone: "up" }
    : { label: "Lost", tone: "down" }
}
