import { type Actor, TRADING_STYLES } from "./actors"
import type { ExchangeState } from "./exchange-state"
import { type RandomStream, randomStream } from "./random"

/** Trades below these many USD are not worth anybody's while. */
export const MIN_BUY_USD = 8
export const MIN_SELL_USD = 4

/** How much of a pool's quote reserve one trade may be. */
const MAX_TOKEN_POOL_SHARE = 0.14
const MAX_TIDE_POOL_SHARE = 0.4

const CENT = 10n ** 16n
const AMOUNT_STEP = 10n ** 14n

type TradeContext = {
  exchange: ExchangeState
  symbol: string
  at: number
  /** How far the pool is below what the story wants, as a logarithm; above zero calls for buys. */
  gap: number
  /** Who may act. */
  actors: readonly Actor[]
  random: RandomStream
}

/** Lets one of the crowd trade; the gap decides the likelier direction and drives the size. */
export function tradeOnce(occasion: TradeContext) {
  const { gap, random } = occasion
  const likely = 1 / (1 + Math.exp(-5 * gap))
  const isBuy = random.chance(Math.min(0.93, Math.max(0.07, likely)))
  const [first, second] = isBuy ? [buyOnce, sellOnce] : [sellOnce, buyOnce]
  if (!first(occasion)) second(occasion)
}

function buyOnce({ exchange, symbol, at, gap, actors, random }: TradeContext): boolean {
  const purse = (player: Actor) => toNumber(exchange.spendableUsdb(player, symbol, at))
  const player = random.weighted(actors, (one) => {
    return purse(one) < MIN_BUY_USD ? 0 : tradeWeight(one, symbol)
  })
  if (!player) return false
  const wanted = tradeSize(player, gap, random)
  const size = Math.min(wanted, maxTradeUsd(exchange, symbol), purse(player))
  exchange.buyUpTo(player, symbol, roundAmount(size, random), at)
  return true
}

function sellOnce({ exchange, symbol, at, gap, actors, random }: TradeContext): boolean {
  const price = exchange.pools.price(symbol)
  const holding = (player: Actor) => toNumber(exchange.balance(player, symbol)) * price
  const player = random.weighted(actors, (one) => {
    const isHeld = isCoreHolding(one, symbol) || exchange.isNeverSold(one, symbol)
    return holding(one) < MIN_SELL_USD || isHeld ? 0 : tradeWeight(one, symbol)
  })
  if (!player) return false
  const size = Math.min(tradeSize(player, -gap, random), maxTradeUsd(exchange, symbol))
  exchange.sell(
    player,
    symbol,
    portionOf(exchange.balance(player, symbol), size / price, random),
    at,
  )
  return true
}

/** A quarter, a half, all of the balance where that is near what is wanted; else an amount typed in. */
export function portionOf(balance: bigint, wanted: number, random: RandomStream): bigint {
  const share = wanted / toNumber(balance)
  if (share >= 0.8) return balance
  if (share >= 0.4 && random.chance(0.7)) return balance / 2n
  if (share >= 0.2 && random.chance(0.7)) return balance / 4n
  const typed = BigInt(Math.floor(wanted * 1e4)) * AMOUNT_STEP
  return typed > 0n && typed < balance ? typed : balance
}

/** What a player wants to trade, in USD; an urge (above zero) makes it more. */
export function tradeSize({ role }: Actor, urge: number, random: RandomStream): number {
  const { size, sigma } = TRADING_STYLES[role]
  const wanted = random.logNormal(size, sigma) * (1 + 2 * Math.min(1, Math.max(0, urge)))
  return Math.max(MIN_BUY_USD, wanted)
}

function maxTradeUsd(stage: ExchangeState, symbol: string) {
  const part = symbol === "TIDE" ? MAX_TIDE_POOL_SHARE : MAX_TOKEN_POOL_SHARE
  return stage.pools.reserve(symbol) * part
}

/** Each wallet has its favourites. */
export function tradeWeight(player: Actor, symbol: string) {
  const key = `${player.name}/${symbol}`
  const known = createFavourites.get(key)
  if (known !== undefined) return known
  const fondness = randomStream(key).between(0.2, 1) ** 2
  const value = TRADING_STYLES[player.role].weight * fondness
  createFavourites.set(key, value)
  return value
}

const createFavourites = new Map<string, number>()

/** Many a small wallet never sells, however low it gets. */
function isCoreHolding({ name, role }: Actor, symbol: string) {
  return role === "small" && randomStream(`${name} keeps ${symbol}`).chance(0.45)
}

/** An amount in USD as people type it: mostly a round number, whole cents in any case. */
export function roundAmount(usd: number, random: RandomStream): bigint {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(usd)) - 1)
  const isRound = usd >= 20 && random.chance(0.75)
  const value = isRound ? Math.floor(usd / step) * step : usd
  return BigInt(Math.floor(value * 100)) * CENT
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
