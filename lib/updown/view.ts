import type { Asset } from "./assets"
import type { Outcome } from "./constants"
import { bettingEnd, type RoundPools, type VirtualReserves } from "./math"
import type { Timeframe } from "./timeframes"

/** The public view of the rounds: prices have 8 decimals, amounts 18, times are Unix seconds. */

/** An update of a price feed. Its id exceeds 2^53. */
export type FeedUpdate = { roundId: bigint; price: bigint; updatedAt: number }

export type FeedState = FeedUpdate & {
  /** Median time between the latest updates, in seconds; null with fewer than two. */
  usualGap: number | null
}

export type RoundState = RoundPools & {
  roundId: number
  startTime: number
  endTime: number
  startPrice: bigint
  /** Virtual reserves of both sides: the base and the stakes. */
  reserves: VirtualReserves
  outcome: Outcome
  /** The winners' part of the seed; 0 until the round is won. */
  seedPaid: bigint
  /** Null until a price has decided. */
  endPrice: bigint | null
  endPriceRoundId: bigint | null
  /** When it was settled or canceled. */
  settledAt: number | null
}

/** The rounds of one asset at one block. */
export type AssetRounds = {
  asset: Asset
  contract: string
  isPaused: boolean
  minBet: bigint
  /** Null when the feed does not answer. */
  feed: FeedState | null
  /** The current round of each timeframe, by its code; null while none is open. */
  rounds: (RoundState | null)[]
}

export type RoundsView = {
  block: number
  /** The chain's time in Unix milliseconds when this was answered: the next block has it at the earliest. */
  chainTime: number
  /** The assets that have a contract. */
  assets: AssetRounds[]
}

/** A price of the feed for a chart. */
export type PricePoint = { time: number; price: number }

export const PRICE_UNIT = 10n ** 8n

/** For drawing, not for paying. */
export const toPricePoint = ({ updatedAt, price }: Omit<FeedUpdate, "roundId">): PricePoint => ({
  time: updatedAt,
  price: Number(price) / Number(PRICE_UNIT),
})

export type RoundPhase =
  /** Bets are taken. */
  | "open"
  /** It is still running, but takes no more bets. */
  | "closed"
  /** Over, and no price has decided yet. */
  | "ended"
  | "none"

/** The phase of a current round at a time of the chain. */
export function roundPhase(round: RoundState | null, now: number): RoundPhase {
  if (!round) return "none"
  if (now < bettingEnd(round)) return "open"
  return now < round.endTime ? "closed" : "ended"
}

/** Beginning of a round's price chart: half its duration before its start. */
export const chartStart = ({ seconds }: Timeframe, startTime: number) => startTime - seconds / 2
