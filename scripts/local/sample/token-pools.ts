import {
  type Pool,
  poolAfterBuy,
  poolAfterSell,
  quoteBuy,
  quoteSell,
  spotPrice,
  taxOn,
  tokensForBuy,
} from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import type { Launch } from "./timeline"

const FLOOR_RATE = 150n
const STABLE_RATE = 50n
/** Depth of a prediction token's pool at its opening, whole USD. */
const PREDICTION_START = 1_000
const TIDE_BASE = 10_000n * WAD

type Surge = { start: number; end: number; duration: number; startRate: number; endRate: number }

/**
 * The exchange as it will stand when the history is played: the same mathematics on the same trades in the
 * same order. So every trade can be quoted, and every balance known, before a transaction is sent.
 */
export class TokenPools {
  private tide: Pool = { base0: TIDE_BASE, reserve1: TIDE_BASE, supply: 0n, multiplier: 100n }
  private readonly tokens = new Map<string, Pool>()
  private readonly opening = new Map<string, bigint>([["TIDE", TIDE_BASE]])
  private readonly surges = new Map<string, Surge>()
  private readonly predictions = new Set<string>()

  launch({ symbol, multiplier, startLP }: Pick<Launch, "symbol" | "multiplier" | "startLP">) {
    const base0 = BigInt(startLP) * WAD
    const reserve1 = (base0 * WAD) / spotPrice(this.tide)
    this.tokens.set(symbol, { base0, reserve1, supply: 0n, multiplier: BigInt(multiplier) })
    this.opening.set(symbol, reserve1)
  }

  /** The token of a prediction market. */
  openPrediction(symbol: string) {
    this.launch({ symbol, multiplier: 100, startLP: PREDICTION_START })
    this.predictions.add(symbol)
  }

  has(symbol: string) {
    return this.opening.has(symbol)
  }

  startSurge(symbol: string, start: number, hours: number, startRate: number, endRate: number) {
    const duration = hours * 3600
    this.surges.set(symbol, { start, end: start + duration, duration, startRate, endRate })
  }

  endSurge(symbol: string, at: number) {
    const surge = this.surges.get(symbol)
    if (surge) surge.end = Math.min(surge.end, at)
  }

  /** Buys for so much USDB; returns the tokens. */
  buy(symbol: string, usdb: bigint, at: number): bigint {
    const taxBasisPoints = this.rate(symbol, at)
    const token = this.tokens.get(symbol) ?? null
    const { amountOut } = quoteBuy({ tide: this.tide, token, taxBasisPoints }, usdb)
    const net = usdb - taxOn(usdb, taxBasisPoints)
    if (token) this.tokens.set(symbol, poolAfterBuy(token, tokensForBuy(this.tide, net)))
    this.tide = poolAfterBuy(this.tide, net)
    return amountOut
  }

  /** Sells so many tokens; returns the USDB. */
  sell(symbol: string, tokens: bigint, at: number): bigint {
    const taxBasisPoints = this.rate(symbol, at)
    const token = this.tokens.get(symbol) ?? null
    const { amountOut } = quoteSell({ tide: this.tide, token, taxBasisPoints }, tokens)
    let tide = tokens
    if (token) {
      const sold = poolAfterSell(token, tokens)
      tide = token.reserve1 - sold.reserve1
      this.tokens.set(symbol, sold)
    }
    this.tide = poolAfterSell(this.tide, tide)
    return amountOut
  }

  pool(symbol: string): Pool {
    const pool = symbol === "TIDE" ? this.tide : this.tokens.get(symbol)
    if (!pool) throw new Error(`${symbol} is not launched yet`)
    return pool
  }

  /** Price in USD. */
  price(symbol: string): number {
    const own = Number(spotPrice(this.pool(symbol))) / 1e18
    return symbol === "TIDE" ? own : own * this.price("TIDE")
  }

  /** Quote reserve in USD. */
  reserve(symbol: string) {
    const own = Number(this.pool(symbol).reserve1) / 1e18
    return symbol === "TIDE" ? own : own * this.price("TIDE")
  }

  /** Quote reserve as a multiple of the one at launch. */
  depth(symbol: string) {
    return Number(this.pool(symbol).reserve1) / Number(this.opening.get(symbol))
  }

  private rate(symbol: string, at: number) {
    const isStable = this.pool(symbol).multiplier === 100n && !this.predictions.has(symbol)
    const base = isStable ? STABLE_RATE : FLOOR_RATE
    const surge = this.surges.get(symbol)
    if (!surge || at >= surge.end) return base
    const fall = (surge.startRate - surge.endRate) * (surge.end - at)
    return base + BigInt(surge.endRate + Math.ceil(fall / surge.duration))
  }
}
