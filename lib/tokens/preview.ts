import {
  buyValue,
  floorPrice,
  quoteBuy,
  quoteSell,
  quoteWorstCaseSell,
  type Route,
  routeAfterBuy,
  routeAfterSell,
  routeFloor,
  routePrice,
  spotPrice,
} from "@/lib/tokens/pool-math"
import { splitTax, type TaxReceivers, type TaxSplit } from "@/lib/tokens/tax-math"
import { WAD } from "@/lib/units"

export type Side = "buy" | "sell"

/** A trade computed from the reserves. Prices are USD per token, 18 decimals. */
export type TradePreview = {
  amountIn: bigint
  amountOut: bigint
  /** In USDB on both sides. */
  tax: bigint
  /** Basis points, rounded up. */
  impact: bigint
  priceBefore: bigint
  priceAfter: bigint
  floorBefore: bigint
  floorAfter: bigint
  /** USDB for the traded tokens if everybody else sold first. */
  leastProceeds: bigint
  /** Counts against the whitelist limit of a frozen token. */
  usdValue: bigint
}

export function previewTrade(route: Route, side: Side, amountIn: bigint): TradePreview {
  const isBuy = side === "buy"
  const { amountOut, tax, priceImpact } = isBuy
    ? quoteBuy(route, amountIn)
    : quoteSell(route, amountIn)
  const after = isBuy ? routeAfterBuy(route, amountIn) : routeAfterSell(route, amountIn)
  return {
    amountIn,
    amountOut,
    tax,
    impact: (priceImpact * 10_000n + WAD - 1n) / WAD,
    priceBefore: routePrice(route),
    priceAfter: routePrice(after),
    floorBefore: routeFloor(route),
    floorAfter: routeFloor(after),
    leastProceeds: isBuy
      ? quoteWorstCaseSell(after, amountOut)
      : quoteWorstCaseSell(route, amountIn),
    usdValue: isBuy ? buyValue(route, amountIn) : 0n,
  }
}

/** The tax by rate and by receiver. */
export type FeeBreakdown = {
  total: bigint
  baseRate: bigint
  surgeRate: bigint
  split: TaxSplit
}

export function splitFees(
  { tax }: TradePreview,
  rates: { total: bigint; surge: bigint },
  receivers: TaxReceivers,
): FeeBreakdown {
  return {
    total: tax,
    baseRate: rates.total - rates.surge,
    surgeRate: rates.surge,
    split: splitTax(tax, receivers),
  }
}

/** The output of the same trade at another tax. */
export function quoteAtTax(route: Route, side: Side, amountIn: bigint, taxBasisPoints: bigint) {
  const later = { ...route, taxBasisPoints }
  return (side === "buy" ? quoteBuy(later, amountIn) : quoteSell(later, amountIn)).amountOut
}

/** Whether the token's price in TIDE can fall; TIDE's own cannot. */
export function canFall({ token }: Route): boolean {
  return token !== null && floorPrice(token) < spotPrice(token)
}
