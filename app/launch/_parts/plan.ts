import { checkTexts, type ProjectTexts } from "@/components/content/texts"
import { afterBuy, afterSell, floorPrice, type Pool, spotPrice, WAD } from "@/lib/tokens/math"
import { NAME, nameError, SYMBOL } from "@/lib/tokens/names/rules"

/** What the wizard holds; numbers as typed. */
export type Draft = ProjectTexts & {
  symbol: string
  name: string
  /** The cropped picture as a data URL. */
  picture: string | null
  multiplier: number
  startLiquidity: string
  rewardTarget: string
  isFrozen: boolean
}

export type DraftErrors = Partial<Record<keyof Draft, string>>

/** Limits of the factory, in whole USD. */
export const LIMITS = {
  startLiquidity: [100, 10_000],
  rewardTarget: 150_000,
  floorMultiplier: [1, 90],
} as const

export const STABLE_MULTIPLIER = 100

/** Base rates of the tax contract, in basis points. */
const TAX = { stable: 50, floor: 150 }

export const taxOf = (multiplier: number) =>
  multiplier === STABLE_MULTIPLIER ? TAX.stable : TAX.floor

/** What the contract or the service would refuse, said before they are asked. */
export function checkDraft(draft: Draft): DraftErrors {
  return {
    ...symbolError(draft.symbol),
    ...tokenNameError(draft.name.trim()),
    ...checkTexts(draft),
    ...liquidityError(draft.startLiquidity),
    ...rewardError(draft),
  }
}

function symbolError(symbol: string): DraftErrors {
  if (symbol === "") return { symbol: "Enter a symbol." }
  const error = nameError(symbol, SYMBOL)
  return error === null ? {} : { symbol: error }
}

function tokenNameError(name: string): DraftErrors {
  if (name === "") return { name: "Enter a name." }
  const error = nameError(name, NAME)
  return error === null ? {} : { name: error }
}

function liquidityError(text: string): DraftErrors {
  const [least, most] = LIMITS.startLiquidity
  const value = wholeNumber(text)
  return value === null || value < least || value > most
    ? { startLiquidity: "Whole dollars from 100 to 10,000." }
    : {}
}

function rewardError({ rewardTarget, isFrozen }: Draft): DraftErrors {
  const value = wholeNumber(rewardTarget)
  if (value === null || value > LIMITS.rewardTarget) {
    return { rewardTarget: "Whole USDB from 0 to 150,000." }
  }
  return isFrozen && value < 1
    ? { rewardTarget: "A frozen token needs a reward phase of at least 1 USDB." }
    : {}
}

/** Digits only; null for anything else. */
export function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null
}

/** A moment of a pool's price: spot and floor, wad. */
export type Moment = { price: bigint; floor: bigint }

export type Course = {
  /** From the opening to the last buy. */
  buying: readonly Moment[]
  /** From the last buy until all that was bought is sold again. */
  selling: readonly Moment[]
}

const STEPS = 24n

/**
 * How the price goes while people buy for a sum, and then sell all of it again. In USD: the price of TIDE
 * only scales the quote side. Taxes are left out, they do not enter the pool.
 */
export function course(multiplier: number, startLiquidity: number, buysUsd: number): Course {
  const depth = BigInt(startLiquidity) * WAD
  let pool: Pool = { base0: depth, reserve1: depth, supply: 0n, multiplier: BigInt(multiplier) }
  const buying = [momentOf(pool)]
  for (let step = 0n; step < STEPS; step++) {
    pool = afterBuy(pool, (BigInt(buysUsd) * WAD) / STEPS)
    buying.push(momentOf(pool))
  }
  const bought = pool.supply
  const selling = [momentOf(pool)]
  for (let step = 0n; step < STEPS; step++) {
    const left = step === STEPS - 1n ? pool.supply : bought / STEPS
    pool = afterSell(pool, left)
    selling.push(momentOf(pool))
  }
  return { buying, selling }
}

const momentOf = (pool: Pool): Moment => ({ price: spotPrice(pool), floor: floorPrice(pool) })

/** Opening, highest point, and what is left at the end of a course. */
export function summaryOf({ buying, selling }: Course) {
  const opening = buying[0]?.price ?? 0n
  const top = buying.at(-1) ?? { price: 0n, floor: 0n }
  const end = selling.at(-1) ?? top
  return { opening, peak: top.price, floor: top.floor, end: end.price }
}
