import { type Player, STYLES } from "./cast"
import { type Random, randomStream } from "./random"
import type { Stage } from "./stage"

/** Trades below these many USD are not worth anybody's while. */
export const LEAST_BUY = 8
export const LEAST_SELL = 4

/** How much of a pool's quote reserve one trade may be. */
const LARGEST_TOKEN_TRADE = 0.14
const LARGEST_TIDE_TRADE = 0.4

const CENT = 10n ** 16n
const GRAIN = 10n ** 14n

type Occasion = {
  stage: Stage
  symbol: string
  at: number
  /** How far the pool is below what the story wants, as a logarithm; above zero calls for buys. */
  gap: number
  /** Who may act. */
  crowd: readonly Player[]
  random: Random
}

/** Lets one of the crowd trade; the gap decides the likelier direction and drives the size. */
export function tradeOnce(occasion: Occasion) {
  const { gap, random } = occasion
  const likely = 1 / (1 + Math.exp(-5 * gap))
  const isBuy = random.chance(Math.min(0.93, Math.max(0.07, likely)))
  const [first, second] = isBuy ? [buyOnce, sellOnce] : [sellOnce, buyOnce]
  if (!first(occasion)) second(occasion)
}

function buyOnce({ stage, symbol, at, gap, crowd, random }: Occasion): boolean {
  const purse = (player: Player) => toNumber(stage.purse(player, symbol, at))
  const player = random.weighted(crowd, (one) => {
    return purse(one) < LEAST_BUY ? 0 : eagerness(one, symbol)
  })
  if (!player) return false
  const wanted = tradeSize(player, gap, random)
  const size = Math.min(wanted, largest(stage, symbol), purse(player))
  stage.buyUpTo(player, symbol, typedAmount(size, random), at)
  return true
}

function sellOnce({ stage, symbol, at, gap, crowd, random }: Occasion): boolean {
  const price = stage.market.price(symbol)
  const holding = (player: Player) => toNumber(stage.balance(player, symbol)) * price
  const player = random.weighted(crowd, (one) => {
    const isHeld = keeps(one, symbol) || stage.holdsOn(one, symbol)
    return holding(one) < LEAST_SELL || isHeld ? 0 : eagerness(one, symbol)
  })
  if (!player) return false
  const size = Math.min(tradeSize(player, -gap, random), largest(stage, symbol))
  stage.sell(player, symbol, portion(stage.balance(player, symbol), size / price, random), at)
  return true
}

/** A quarter, a half, all of the balance where that is near what is wanted; else an amount typed in. */
export function portion(balance: bigint, wanted: number, random: Random): bigint {
  const share = wanted / toNumber(balance)
  if (share >= 0.8) return balance
  if (share >= 0.4 && random.chance(0.7)) return balance / 2n
  if (share >= 0.2 && random.chance(0.7)) return balance / 4n
  const typed = BigInt(Math.floor(wanted * 1e4)) * GRAIN
  return typed > 0n && typed < balance ? typed : balance
}

/** What a player wants to trade, in USD; an urge (above zero) makes it more. */
export function tradeSize({ role }: Player, urge: number, random: Random): number {
  const { size, sigma } = STYLES[role]
  const wanted = random.logNormal(size, sigma) * (1 + 2 * Math.min(1, Math.max(0, urge)))
  return Math.max(LEAST_BUY, wanted)
}

function largest(stage: Stage, symbol: string) {
  const part = symbol === "TIDE" ? LARGEST_TIDE_TRADE : LARGEST_TOKEN_TRADE
  return stage.market.reserve(symbol) * part
}

/** Each wallet has its favourites. */
export function eagerness(player: Player, symbol: string) {
  const key = `${player.name}/${symbol}`
  const known = favourites.get(key)
  if (known !== undefined) return known
  const fondness = randomStream(key).between(0.2, 1) ** 2
  const value = STYLES[player.role].weight * fondness
  favourites.set(key, value)
  return value
}

const favourites = new Map<string, number>()

/** Many a small wallet never sells, however low it gets. */
function keeps({ name, role }: Player, symbol: string) {
  return role === "small" && randomStream(`${name} keeps ${symbol}`).chance(0.45)
}

/** An amount in USD as people type it: mostly a round number, whole cents in any case. */
export function typedAmount(usd: number, random: Random): bigint {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(usd)) - 1)
  const isRound = usd >= 20 && random.chance(0.75)
  const value = isRound ? Math.floor(usd / step) * step : usd
  return BigInt(Math.floor(value * 100)) * CENT
}

function toNumber(amount: bigint) {
  return Number(amount) / 1e18
}
