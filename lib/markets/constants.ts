import { WAD } from "@/lib/units"

/** The contract a market lives on. */
export const predictionTypes = ["public", "private"] as const
export type PredictionType = (typeof predictionTypes)[number]

/** The last Unix second that a date can show. */
const LAST_SECOND = 253_402_300_799

/** When a market ends, in Unix seconds; null for open-ended. */
export const toEndSecond = (endTime: bigint): number | null =>
  endTime === 0n ? null : Math.min(Number(endTime), LAST_SECOND)

/** The market stays open: it was too early to say. */
export const EARLY_OUTCOME = 253
/** Stakes are paid back. */
export const INVALID_OUTCOME = 254
export const UNRESOLVED_OUTCOME = 255
export const FINAL_OUTCOME_LIMIT = UNRESOLVED_OUTCOME

/** What happened to an order, as stored. */
export const orderKinds = { created: 0, filled: 1, cancelled: 2 } as const
export const orderStatuses = ["ACTIVE", "FILLED", "CANCELLED"] as const

/** The largest integer the API knows. */
export const MAX_ORDER_ID = 2n ** 31n - 1n

/** The steps of a market's resolution and payout. */
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

/** Seconds of the buckets in which payments into outcomes are added up. */
export const flowIntervals = [300, 3_600, 86_400] as const

/** The least that a proposal, a dispute and a veto put up each: USDB, 18 decimals; a constant of the resolver. */
export const MIN_BOND = 5n * WAD

/** Rounds that ended EARLY after which a market past its end cannot end so again. */
export const MAX_EARLY_RESETS = 2
