import type { PredictionStatus } from "@/lib/markets/status"

/** What the form is told of a market that exists. */
export type SimilarMarket = { address: string; name: string; status: PredictionStatus }
