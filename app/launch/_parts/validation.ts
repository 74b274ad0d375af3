import { type ProjectTexts, validateTexts } from "@/components/content/project-texts"
import { NAME_RULES, SYMBOL_RULES, validateName } from "@/lib/tokens/names/rules"
import {
  floorPrice,
  type Pool,
  poolAfterBuy,
  poolAfterSell,
  spotPrice,
} from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"

/** What the wizard holds; numbers as typed. */
export type LaunchDraft = ProjectTexts & {
  symbol: string
  name: string
  /** The cropped picture as a data URL. */
  picture: string | null
  multiplier: number
  startLiquidity: string
  rewardTarget: string
  isFrozen: boolean
}

export type LaunchErrors = Partial<Record<keyof LaunchDraft, string>>

/** Limits of the factory, in whole USD. */
export const LIMITS = {
  startLiquidity: [100, 10_000],
  rewardTarget: 150_000,
  floorMultiplier: [1, 90],
} as const

export const STABLE_MULTIPLIER = 100

/** Base rates of the tax contract, in basis points. */
const TAX = { stable: 50, floor: 150 }

export const baseTax = (multiplier: number) =>
  multiplier === STABLE_MULTIPLIER ? TAX.stable : TAX.floor

/** What the contract or the service would refuse, said before they are asked. */
export function validateLaunch(draft: LaunchDraft): LaunchErrors {
  return {
    ...validateSymbol(draft.symbol),
    ...validateTokenName(draft.name.trim()),
    ...validateTexts(draft),
    ...validateLiquidity(draft.startLiquidity),
    ...validateRewardTarget(draft),
  }
}

function validateSymbol(symbol: string): LaunchErrors {
  if (symbol === "") return { symbol: "Enter a symbol." }
  const error = validateName(symbol, SYMBOL_RULES)
  return error === null ? {} : { symbol: error }
}

function validateTokenName(name: string): LaunchErrors {
  if (name === "") return { name: "Enter a name." }
  const error = validateName(name, NAME_RULES)
  return error === null ? {} : { name: error }
}

function validateLiquidity(text: string): LaunchErrors {
  const [least, most] = LIMITS.startLiquidity
  const value = parseWholeNumber(text)
  return value === null || value < least || value > most
    ? { startLiquidity: "Whole dollars from 100 to 10,000." }
    : {}
}

function validateRewardTarget({ rewardTarget, isFrozen }: LaunchDraft): LaunchErrors {
  const value = parseWholeNumber(rewardTarget)
  if (value === null || value > LIMITS.rewardTarget) {
    return { rewardTarget: "Whole USDB from 0 to 150,000." }
  }
  return isFrozen && value < 1
    ? { rewardTarget: "A frozen token needs a reward phase of at least 1 USDB." }
    : {}
}

/** Digits only; null for anything else. */
export function parseWholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null
}

/** A moment of a pool's price: spot and floor, wad. */
export type PricePoint = { price: bigint; floor: bigint }

export type PricePath = {
  /** From the opening to the last buy. */
  buying: readonly PricePoint[]
  /** From the last buy until all that was bought is sold again. */
  selling: readonly PricePoint[]
}

const STEPS = 24n

/**
 * How the price goes while people buy for a sum, and then sell all of it again. In USD: the price of TIDE
 * only scales the quote side. Taxes are left out, they do not enter the pool.
 */
export function simulatePrice(
  multiplier: number,
  startLiquidity: number,
  buysUsd: number,
): PricePath {
  const depth = BigInt(startLiquidity) * WAD
  let pool: Pool = { base0: depth, reserve1: depth, supply: 0n, multiplier: BigInt(multiplier) }
  const buying = [readPrice(pool)]
  for (let step = 0n; step < STEPS; step++) {
    pool = poolAfterBuy(pool, (BigInt(buysUsd) * WAD) / STEPS)
    buying.push(readPrice(pool))
  }
  const bought = pool.supply
  const selling = [readPrice(pool)]
  for (let step = 0n; step < STEPS; step++) {
    const left = step === STEPS - 1n ? pool.supply : bought / STEPS
    pool = poolAfterSell(pool, left)
    selling.push(readPrice(pool))
  }
  return { buying, selling }
}

const readPrice = (pool: Pool): PricePoint => ({ price: spotPrice(pool), floor: floorPrice(pool) })

/** Opening, highest point, and what is left at the end of a course. */
export function summarizePath({ buying, selling }: PricePath) {
  const opening = buying[0]?.price ?? 0n
  const top = buying.at(-1) ?? { price: 0n, floor: 0n }
  const end = selling.at(-1) ?? top
  return { opening, peak: top.price, floor: top.floor, end: end.price }
}
