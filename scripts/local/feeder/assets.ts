import { type Asset, assetDetails } from "@/lib/updown/assets"

type FeedTerms = {
  asset: Asset
  /** USD, an example to start from. */
  startPrice: number
  /** Standard deviation of a year's logarithmic return. */
  volatility: number
}

/** The assets with price rounds, and how their prices behave on the local chain. */
export const FEEDS: readonly FeedTerms[] = [
  { asset: "btc", startPrice: 95_000, volatility: 0.45 },
  { asset: "eth", startPrice: 3_200, volatility: 0.6 },
  { asset: "bnb", startPrice: 900, volatility: 0.55 },
  { asset: "cake", startPrice: 2.4, volatility: 0.9 },
  { asset: "doge", startPrice: 0.16, volatility: 0.95 },
]

/** The description in Chainlink's words. */
export const describeFeed = (asset: Asset) => `${assetDetails[asset].symbol} / USD`

const DECIMALS = 8

/** A price in USD as feeds answer it. */
export const toAnswer = (price: number) => BigInt(Math.round(price * 10 ** DECIMALS))

/** An answer of a feed in USD. */
export const toPrice = (answer: bigint) => Number(answer) / 10 ** DECIMALS
