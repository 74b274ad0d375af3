/** The assets with price rounds, one contract each. */
export const assets = ["btc", "eth", "bnb", "cake", "doge"] as const
export type Asset = (typeof assets)[number]

export const assetDetails: Readonly<Record<Asset, { symbol: string; name: string }>> = {
  btc: { symbol: "BTC", name: "Bitcoin" },
  eth: { symbol: "ETH", name: "Ether" },
  bnb: { symbol: "BNB", name: "BNB" },
  cake: { symbol: "CAKE", name: "PancakeSwap" },
  doge: { symbol: "DOGE", name: "Dogecoin" },
}
