import { z } from "zod"
import type { StepKind } from "./math"

export const worthRanges = ["1d", "1w", "1m", "all"] as const
export type WorthRange = (typeof worthRanges)[number]

export const holdingSorts = [
  "value",
  "name",
  "quantity",
  "cost",
  "unrealised",
  "realised",
  "change",
] as const
export type HoldingSort = (typeof holdingSorts)[number]

/** Base units and USD values travel as text. */
export const units = z.string().transform(BigInt)

export const listing = z.object({
  token: z.string(),
  name: z.string(),
  symbol: z.string(),
  image: z.string().nullable(),
  /** USD, 18 decimals; null before the first Sync row. */
  priceUsd: units.nullable(),
  /** Of the price over 24 hours, in basis points. */
  dayChange: units.nullable(),
})

export type Listing = z.output<typeof listing>

/** One asset of a wallet. USD values have 18 decimals; `cost` and the results are null where the history is too long to follow. */
export type Asset = Listing & {
  quantity: bigint
  valueUsd: bigint | null
  cost: bigint | null
  unrealised: bigint | null
  realised: bigint | null
}

/** An asset that was held once: what it cost and brought in all. */
export type ClosedAsset = Listing & { spent: bigint; proceeds: bigint; realised: bigint }

/** What the exchange pays to a wallet: the faucet, rewards of buyers, the creator's part of taxes. */
export const logSources = ["faucet", "reward", "tax"] as const

export type LogEntry = {
  /** Id of the transaction's row. */
  id: string
  txHash: string
  time: Date
  kind: StepKind | (typeof logSources)[number]
  /** What moved, USDB included, as signed amounts. */
  moves: { token: string; symbol: string; amount: bigint }[]
  realised: bigint
}

export type WorthPoint = { time: Date; worth: bigint; contributed: bigint }

export type PortfolioView = {
  cash: bigint
  assets: Asset[]
  closed: ClosedAsset[]
  /** Cash and assets together. */
  worth: bigint
  realised: bigint | null
  unrealised: bigint | null
  contributed: bigint | null
  points: WorthPoint[]
}
