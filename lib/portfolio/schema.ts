import { z } from "zod"
import type { MarketPositions } from "@/lib/markets/positions/queries"
import type { MarketCard } from "@/lib/markets/schema"
import type { Bond } from "./bonds"
import type { MarketEntryKind, TransactionKind } from "./math"

export const netWorthRanges = ["1d", "1w", "1m", "all"] as const
export type NetWorthRange = (typeof netWorthRanges)[number]

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
export const baseUnits = z.string().transform(BigInt)

export const pricedToken = z.object({
  token: z.string(),
  name: z.string(),
  symbol: z.string(),
  image: z.string().nullable(),
  /** USD, 18 decimals; null before the first Sync row. */
  priceUsd: baseUnits.nullable(),
  /** Of the price over 24 hours, in basis points. */
  dayChange: baseUnits.nullable(),
})

export type PricedToken = z.output<typeof pricedToken>

/** One asset of a wallet. USD values have 18 decimals; `cost` and the results are null where the history is too long to follow. */
export type Asset = PricedToken & {
  quantity: bigint
  /** Of the quantity: put down to vote. */
  staked: bigint
  valueUsd: bigint | null
  cost: bigint | null
  unrealised: bigint | null
  realised: bigint | null
}

/** An asset that was held once: what it cost and brought in all. */
export type ClosedAsset = PricedToken & { spent: bigint; proceeds: bigint; realised: bigint }

/** A market whose shares are sold, redeemed or lost: what they cost and brought in all. */
export type ClosedMarket = { market: MarketCard; spent: bigint; proceeds: bigint; realised: bigint }

/** What the exchange pays to a wallet: the faucet, rewards of buyers, the creator's part of taxes. */
export const activitySources = ["faucet", "reward", "tax"] as const
export type ActivitySource = (typeof activitySources)[number]

export type ActivityEntry = {
  /** Id of the transaction's row. */
  id: string
  txHash: string
  time: Date
  kind: TransactionKind | MarketEntryKind | (typeof activitySources)[number] | "staked" | "unstaked"
  /** The prediction market it was about. */
  market: { address: string; name: string } | null
  /** What moved, USDB and shares of outcomes included, as signed amounts. */
  moves: { token: string; symbol: string; amount: bigint }[]
  realised: bigint
}

export type NetWorthPoint = { time: Date; worth: bigint; contributed: bigint }

export type PortfolioView = {
  cash: bigint
  assets: Asset[]
  closed: ClosedAsset[]
  /** Shares of prediction markets, those that can be redeemed included. */
  markets: MarketPositions[]
  closedMarkets: ClosedMarket[]
  /** Bonds that are not decided about yet. */
  bonds: Bond[]
  /** USDB that those shares are worth, and those bonds. */
  marketWorth: bigint
  /** Cash, assets, shares and bonds together. */
  worth: bigint
  realised: bigint | null
  unrealised: bigint | null
  contributed: bigint | null
  points: NetWorthPoint[]
}
