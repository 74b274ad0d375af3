import { formatPercent, parseHundredths } from "@/lib/format"
import { MIN_SURGE_SECONDS, maxSurgeRate, type Surge } from "@/lib/tokens/tax-math"

/** The text of the form's fields: percentages and hours. */
export type SurgeDraft = { startRate: string; endRate: string; hours: string }

export type SurgePlan = Omit<Surge, "start">

export type SurgeErrors = Partial<Record<keyof SurgeDraft, string>>

const HOUR_SECONDS = 3_600n

/** Validates a surge as the contract does. `quota` is the remaining quota in seconds. */
export function planSurge(draft: SurgeDraft, multiplier: number, quota: bigint) {
  const startRate = parseHundredths(draft.startRate)
  const endRate = parseHundredths(draft.endRate)
  const duration = parseHours(draft.hours)
  const most = maxSurgeRate(BigInt(multiplier))
  const errors: SurgeErrors = {
    ...checkStartRate(startRate, most),
    ...checkEndRate(startRate, endRate),
    ...checkDuration(duration, quota),
  }
  const isWhole = startRate !== null && endRate !== null && duration !== null
  const plan: SurgePlan | null =
    isWhole && Object.keys(errors).length === 0 ? { startRate, endRate, duration } : null
  return { plan, errors }
}

function checkStartRate(rate: bigint | null, most: bigint): SurgeErrors {
  if (rate === null || rate === 0n) return { startRate: "Enter a percentage above 0." }
  return rate > most
    ? { startRate: `At most ${formatPercent(most)} for this token’s multiplier.` }
    : {}
}

function checkEndRate(start: bigint | null, end: bigint | null): SurgeErrors {
  if (end === null) return { endRate: "Enter a percentage, or 0." }
  return start !== null && start > 0n && end > start
    ? { endRate: "The end rate cannot exceed the start rate." }
    : {}
}

function checkDuration(duration: bigint | null, quota: bigint): SurgeErrors {
  if (duration === null || duration < MIN_SURGE_SECONDS) return { hours: "At least 1 hour." }
  return duration > quota ? { hours: `Your remaining quota is ${quota / HOUR_SECONDS} hours.` } : {}
}

/** Hours with up to two decimals, in seconds. */
function parseHours(text: string): bigint | null {
  const hundredths = parseHundredths(text)
  return hundredths === null ? null : (hundredths * HOUR_SECONDS) / 100n
}
