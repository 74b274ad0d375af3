import { afterBuy, floorPrice, type Pool, spotPrice, WAD } from "@/lib/tokens/math"

/** What the form holds; numbers as typed. */
export type Draft = {
  symbol: string
  name: string
  multiplier: number
  startLiquidity: string
  rewardTarget: string
  isFrozen: boolean
}

export type DraftErrors = Partial<Record<keyof Draft, string>>

/** Limits of the factory, in its own units: bytes of UTF-8, whole USD. */
export const LIMITS = {
  symbolBytes: 32,
  nameBytes: 128,
  startLiquidity: [100, 10_000],
  rewardTarget: 150_000,
  floorMultiplier: [1, 90],
} as const

export const STABLE_MULTIPLIER = 100

/** Control, zero-width, bidirectional and other characters that do not show: the factory refuses them. */
const INVISIBLE =
  /[\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u

/** What the contract would refuse, said before it is asked. */
export function checkDraft(draft: Draft): DraftErrors {
  return {
    ...symbolError(draft.symbol),
    ...nameError(draft.name.trim()),
    ...liquidityError(draft.startLiquidity),
    ...rewardError(draft),
  }
}

function symbolError(symbol: string): DraftErrors {
  if (symbol === "") return { symbol: "Enter a symbol." }
  if (symbol.includes(" ")) return { symbol: "A symbol has no spaces." }
  if (INVISIBLE.test(symbol)) return { symbol: "The symbol has characters that cannot be seen." }
  return bytes(symbol) > LIMITS.symbolBytes
    ? { symbol: `At most ${LIMITS.symbolBytes} bytes; letters beyond a–z may take several.` }
    : {}
}

function nameError(name: string): DraftErrors {
  if (name === "") return { name: "Enter a name." }
  if (INVISIBLE.test(name)) return { name: "The name has characters that cannot be seen." }
  return bytes(name) > LIMITS.nameBytes ? { name: `At most ${LIMITS.nameBytes} bytes.` } : {}
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

function bytes(text: string) {
  return new TextEncoder().encode(text).length
}

/** How the price would go: opening, after buys of a given USD sum, and the floor those leave. */
export function forecast(multiplier: number, startLiquidity: number, buysUsd: number) {
  // Measured in USD: the price of TIDE only scales the quote side.
  const depth = BigInt(startLiquidity) * WAD
  const open: Pool = {
    base0: depth,
    reserve1: depth,
    supply: 0n,
    multiplier: BigInt(multiplier),
  }
  const bought = afterBuy(open, BigInt(buysUsd) * WAD)
  return { opening: spotPrice(open), price: spotPrice(bought), floor: floorPrice(bought) }
}
