import {
  afterBuy,
  afterSell,
  quoteBuy,
  quoteForSell,
  quoteSell,
  type Route,
  scaledReserve0,
  spotPrice,
  tokensForBuy,
  WAD,
} from "@/lib/tokens/math"
import type { Market, Side } from "./market"

/** `scaledReserve0` is this many times the reserve. */
const SCALE = 100n

/** What a trade would do, computed from the reserves alone. */
export type Preview = {
  amountOut: bigint
  /** In USDB on both sides. */
  tax: bigint
  /** Basis points, rounded up. */
  impact: bigint
  /** USD per token, wad. */
  priceBefore: bigint
  priceAfter: bigint
  /** What a frozen token counts against a whitelist entry. */
  usdValue: bigint
}

export function previewTrade(route: Route, side: Side, amount: bigint): Preview {
  const { amountOut, tax, priceImpact } =
    side === "buy" ? quoteBuy(route, amount) : quoteSell(route, amount)
  const after = side === "buy" ? boughtFrom(route, amount - tax) : soldTo(route, amount)
  return {
    amountOut,
    tax,
    impact: (priceImpact * 10_000n + WAD - 1n) / WAD,
    priceBefore: tokenPrice(route),
    priceAfter: tokenPrice(after.route),
    usdValue: after.usdValue,
  }
}

/** The token's USD price: TIDE's own, or through TIDE; rounded once, as in the lists. */
export function tokenPrice({ tide, token }: Route): bigint {
  if (!token) return spotPrice(tide)
  const quote = tide.reserve1 * token.reserve1 * SCALE * SCALE * WAD
  return quote / (scaledReserve0(tide) * scaledReserve0(token))
}

function boughtFrom(route: Route, net: bigint) {
  const tide = afterBuy(route.tide, net)
  if (!route.token) return { route: { ...route, tide }, usdValue: net }
  const tideIn = tokensForBuy(route.tide, net)
  const token = afterBuy(route.token, tideIn)
  return { route: { ...route, tide, token }, usdValue: (tideIn * spotPrice(tide)) / WAD }
}

function soldTo(route: Route, amount: bigint) {
  if (!route.token)
    return { route: { ...route, tide: afterSell(route.tide, amount) }, usdValue: 0n }
  const tide = afterSell(route.tide, quoteForSell(route.token, amount))
  return { route: { ...route, tide, token: afterSell(route.token, amount) }, usdValue: 0n }
}

/** From where an impact is worth a word, a warning, and a deliberate yes; basis points. */
const IMPACT_LEVELS = { notable: 300n, high: 500n, severe: 1_500n }

export type ImpactLevel = "ordinary" | keyof typeof IMPACT_LEVELS

export function impactLevel(impact: bigint): ImpactLevel {
  if (impact >= IMPACT_LEVELS.severe) return "severe"
  if (impact >= IMPACT_LEVELS.high) return "high"
  return impact >= IMPACT_LEVELS.notable ? "notable" : "ordinary"
}

export type Obstacle =
  | { kind: "empty" | "malformed" | "zero" | "too-small" }
  | { kind: "balance" | "frozen"; sentence: string; remedy: string }

type Attempt = {
  market: Market
  side: Side
  text: string
  amount: bigint | null
  preview: Preview | null
  paySymbol: string
}

/** What stands between the person and the trade, the first thing first. */
export function findObstacle(attempt: Attempt): Obstacle | null {
  const { market, side, text, amount, preview, paySymbol } = attempt
  if (text.trim() === "") return { kind: "empty" }
  if (amount === null) return { kind: "malformed" }
  if (amount === 0n) return { kind: "zero" }
  if (preview?.amountOut === 0n) return { kind: "too-small" }
  const freeze = side === "buy" && market.wallet ? market.freeze : null
  if (freeze && !freeze.isWhitelisted) {
    return {
      kind: "frozen",
      sentence: "This token is frozen and your wallet is not on its whitelist.",
      remedy: "Wait until the creator opens it, or ask to be whitelisted.",
    }
  }
  if (freeze && preview && preview.usdValue > freeze.leftUsd) {
    return {
      kind: "frozen",
      sentence: "This is more than your whitelist entry still allows.",
      remedy: "Enter a smaller amount, or ask the creator for a higher limit.",
    }
  }
  if (market.wallet && amount > market.wallet.pay[side].balance) {
    return {
      kind: "balance",
      sentence: `You have less ${paySymbol} than that.`,
      remedy:
        side === "buy" ? "Enter less, or claim USDB at the faucet." : "Enter at most your balance.",
    }
  }
  return null
}
