import type { Actor, Role } from "../sample/actors"
import type { RandomStream } from "../sample/random"

/** The bot makes no smaller trades: a token whose purchases vest takes no less. */
export const MIN_BUY_USD = 10
export const MIN_SELL_USD = 4

const CENT = 10n ** 16n
const AMOUNT_STEP = 10n ** 14n

type TradingStyle = {
  /** Median of a trade, USDB. */
  size: number
  sigma: number
  /** How often such a wallet trades, relative to others. */
  weight: number
}

export const TRADING_STYLES: Record<Role, TradingStyle> = {
  creator: { size: 90, sigma: 0.7, weight: 0.7 },
  whale: { size: 950, sigma: 0.75, weight: 0.8 },
  swing: { size: 210, sigma: 0.7, weight: 1.9 },
  small: { size: 38, sigma: 0.8, weight: 1.4 },
  maker: { size: 65, sigma: 0.45, weight: 1 },
}

/** What an actor wants to trade, in USD; an urge above zero makes it more. */
export function tradeSize({ role }: Actor, urge: number, random: RandomStream): number {
  const { size, sigma } = TRADING_STYLES[role]
  const wanted = random.logNormal(size, sigma) * (1 + 2 * Math.min(1, Math.max(0, urge)))
  return Math.max(MIN_BUY_USD, wanted)
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
