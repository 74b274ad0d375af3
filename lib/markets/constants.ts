import { WAD } from "@/lib/units"

/** Types of markets; each has a contract. */
export const predictionTypes = ["public", "private"] as const
export type PredictionType = (typeof predictionTypes)[number]

/** End of the year 9999 in Unix seconds. */
const LAST_SECOND = 253_402_300_799

/** The end time of a market in Unix seconds; null if open-ended. */
export const toEndSecond = (endTime: bigint): number | null =>
  endTime === 0n ? null : Math.min(Number(endTime), LAST_SECOND)

/** Outcome "too early": the resolution is reset and the market stays open. */
export const EARLY_OUTCOME = 253
/** Outcome "invalid": stakes are refunded. */
export const INVALID_OUTCOME = 254
export const UNRESOLVED_OUTCOME = 255
export const FINAL_OUTCOME_LIMIT = UNRESOLVED_OUTCOME

/** Kinds of order events, as stored. */
export const orderKinds = { created: 0, filled: 1, cancelled: 2 } as const
export const orderStatuses = ["ACTIVE", "FILLED", "CANCELLED"] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Largest integer in the API. */
export const MAX_ORDER_ID = 2n ** 31n - 1n

/** Actions in the resolution and payout of a market. */
export const marketActions = [
  "propose",
  "dispute",
  "vote",
  "veto",
  "resolve",
  "redeem",
  "invalidate",
  "bounty_claim",
  "dispute_reset",
  "bonds_distributed",
  "bonds_seized",
] as const
export type MarketAction = (typeof marketActions)[number]

/** Bucket sizes of `market_flow`, in seconds. */
export const flowIntervals = [300, 3_600, 86_400] as const

/** Smallest bond of a proposal, dispute or veto in USDB, 18 decimals; a constant of the resolver. */
export const MIN_BOND = 5n * WAD

/** Rounds that double the bond when they end with "too early". A market past its end has no more such rounds. */
export const MAX_EARLY_RESETS = 2
