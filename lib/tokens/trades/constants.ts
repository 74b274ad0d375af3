/** In the order of the event's tradeType. */
export const tradeTypes = ["buy", "sell", "leverage_buy", "leverage_sell"] as const
export type TradeType = (typeof tradeTypes)[number]

export const tradeTypeLabels: Record<TradeType, string> = {
  buy: "Buy",
  sell: "Sell",
  leverage_buy: "Leveraged buy",
  leverage_sell: "Leveraged sell",
}

/** The direction in which a trade moved the price, including leveraged trades. */
export const tradeSides = ["buy", "sell"] as const
export type TradeSide = (typeof tradeSides)[number]

export const toTradeSide = (type: TradeType): TradeSide =>
  type === "buy" || type === "leverage_buy" ? "buy" : "sell"

/** Least values in USD for the filter of a tape; each has a separate index. */
export const minTradeSizes = [100, 1_000, 10_000] as const
export type MinTradeSize = (typeof minTradeSizes)[number]
