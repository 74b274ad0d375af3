import { formatInteger, formatMoney } from "@/lib/format"
import { type Asset, assetDetails } from "@/lib/updown/assets"
import type { Side } from "@/lib/updown/constants"
import type { Timeframe } from "@/lib/updown/timeframes"
import { PRICE_UNIT, type RoundState } from "@/lib/updown/view"

export const sideLabels: Record<Side, string> = { bull: "Up", bear: "Down" }

/** Verbs for a price at the end of a round. */
export const sideVerbs: Record<Side, string> = { bull: "higher", bear: "lower" }

export const timeframeNames: Record<Timeframe["label"], string> = {
  "5m": "5 minutes",
  "15m": "15 minutes",
  "1h": "1 hour",
  "4h": "4 hours",
  "24h": "24 hours",
}

export const roundsHref = (asset: Asset, { label }: Pick<Timeframe, "label">) =>
  `/rounds/${asset}/${label}`

/** "BTC 5m". */
export const seriesName = (asset: Asset, { label }: Pick<Timeframe, "label">) =>
  `${assetDetails[asset].symbol} ${label}`

/** USDB in cents, rounded down: "18.40". */
export const formatUsdb = (value: bigint) => formatMoney(value).replace("$", "")

/** The time of a day to the second, in UTC: "14:05:30". */
export const formatClock = (seconds: number) =>
  new Date(seconds * 1_000).toISOString().slice(11, 19)

/** Number of decimals that tell two updates of a feed apart; the same for all prices of an asset near this one. */
function countPlaces(price: bigint): number {
  if (price >= 100n * PRICE_UNIT) return 2
  return price >= PRICE_UNIT ? 4 : 5
}

/** A price of 8 decimals, rounded down: "$95,012.34". `like` sets the number of decimals. */
export function formatFeedPrice(price: bigint, like: bigint = price): string {
  const places = countPlaces(like < 0n ? -like : like)
  const positive = price < 0n ? -price : price
  const fraction = (positive % PRICE_UNIT).toString().padStart(8, "0").slice(0, places)
  return `${price < 0n ? "−" : ""}$${formatInteger(positive / PRICE_UNIT)}.${fraction}`
}

/** The difference with its sign. */
export function formatPriceMove(from: bigint, to: bigint): string {
  const move = to - from
  const sign = move > 0n ? "+" : move < 0n ? "−" : ""
  return `${sign}${formatFeedPrice(move < 0n ? -move : move, from)}`
}

type DecidedRound = Pick<
  RoundState,
  "outcome" | "startPrice" | "endPrice" | "settledAt" | "endTime" | "bullPool" | "bearPool"
>

/** The result of a round, and the reason. */
export function describeOutcome(round: DecidedRound): { label: string; reason: string } {
  const { outcome, startPrice, endPrice, settledAt, endTime } = round
  if (outcome === "bull_wins") return { label: "Up won", reason: "The price ended higher." }
  if (outcome === "bear_wins") return { label: "Down won", reason: "The price ended lower." }
  if (outcome === "pending") return { label: "Not decided", reason: "Waiting for the price." }
  if (round.bullPool + round.bearPool === 0n) {
    return { label: "No bets", reason: "Nobody had bet on this round." }
  }
  if (endPrice === null && settledAt !== null && settledAt < endTime) {
    return { label: "Refunded", reason: "The operator stopped it. All stakes are refunded." }
  }
  if (endPrice === null) {
    return { label: "Refunded", reason: "The feed had no price in time. All stakes are refunded." }
  }
  return endPrice === startPrice
    ? { label: "Refunded", reason: "The price was equal. All stakes are refunded." }
    : {
        label: "Refunded",
        reason: `The price ended ${endPrice > startPrice ? "higher" : "lower"}, and nobody had bet on that. All stakes are refunded.`,
      }
}
