import { type ProjectTexts, validateTexts } from "@/components/content/project-texts"
import { NAME_RULES, SYMBOL_RULES, validateName } from "@/lib/tokens/names/rules"

/** The fields of the wizard; numbers as typed. */
export type LaunchDraft = ProjectTexts & {
  symbol: string
  name: string
  /** The cropped picture as a data URL. */
  picture: string | null
  multiplier: number
  startLiquidity: string
  rewardTarget: string
  isFrozen: boolean
  /** Whether purchases vest, and how. */
  autoVest: AutoVestKind
  /** As typed, in `vestUnit`. */
  vestDuration: string
  vestUnit: VestUnit
}

export const autoVestKinds = ["none", "gradual", "cliff"] as const
export type AutoVestKind = (typeof autoVestKinds)[number]

export const vestUnits = ["hours", "days"] as const
export type VestUnit = (typeof vestUnits)[number]

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

/** The checks of the contract and the service, before the transaction. */
export function validateLaunch(draft: LaunchDraft): LaunchErrors {
  return {
    ...validateSymbol(draft.symbol),
    ...validateTokenName(draft.name.trim()),
    ...validateTexts(draft),
    ...validateLiquidity(draft.startLiquidity),
    ...validateRewardTarget(draft),
    ...validateAutoVest(draft),
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
    ? { startLiquidity: "Enter whole dollars from 100 to 10,000." }
    : {}
}

function validateRewardTarget({ rewardTarget, isFrozen }: LaunchDraft): LaunchErrors {
  const value = parseWholeNumber(rewardTarget)
  if (value === null || value > LIMITS.rewardTarget) {
    return { rewardTarget: "Enter whole USDB from 0 to 150,000." }
  }
  return isFrozen && value < 1
    ? { rewardTarget: "A frozen token needs a reward phase of at least 1 USDB." }
    : {}
}

function validateAutoVest(draft: LaunchDraft): LaunchErrors {
  return draft.autoVest === "none" || vestSeconds(draft) !== null
    ? {}
    : { vestDuration: "Enter a whole number from 1 hour to 990 days." }
}

const UNIT_SECONDS: Record<VestUnit, number> = { hours: 3_600, days: 86_400 }
const MAX_VEST_SECONDS = 990 * 86_400

/** Seconds that purchases vest for; null when the factory would not take them. */
export function vestSeconds({
  vestDuration,
  vestUnit,
}: Pick<LaunchDraft, "vestDuration" | "vestUnit">): number | null {
  const count = parseWholeNumber(vestDuration)
  const seconds = count === null ? 0 : count * UNIT_SECONDS[vestUnit]
  return seconds > 0 && seconds <= MAX_VEST_SECONDS ? seconds : null
}

/** Digits only; null for anything else. */
export function parseWholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null
}
