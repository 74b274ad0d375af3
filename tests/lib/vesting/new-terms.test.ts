import { expect, test } from "vitest"
import { EMPTY_TERMS, isDust, resolveTerms, toSchedule } from "@/lib/vesting/new-terms"

const NOW = BigInt(Date.UTC(2026, 10, 23, 12) / 1_000)
const DAY = 86_400n

/** As `datetime-local` writes it, in the zone of this process. */
function local(seconds: bigint) {
  const time = new Date(Number(seconds) * 1_000)
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

test("a gradual schedule starts right away or at a time ahead", () => {
  const { terms } = resolveTerms({ ...EMPTY_TERMS, days: "10" }, NOW)
  expect(terms).toEqual({ isGradual: true, startTime: null, days: 10n, timeUnit: 3 })
  expect(terms && toSchedule(terms, 5n, NOW)).toMatchObject({
    startTime: NOW + 300n,
    endTime: NOW + 300n + 10n * DAY,
  })
  const later = resolveTerms({ ...EMPTY_TERMS, start: local(NOW + DAY) }, NOW)
  expect(later.terms).toMatchObject({ startTime: NOW + DAY })
})

test("a past start, too many days and a date too far ahead are refused with a reason", () => {
  const errors = (change: Partial<typeof EMPTY_TERMS>) =>
    resolveTerms({ ...EMPTY_TERMS, ...change }, NOW)
  expect(errors({ start: local(NOW - 60n) }).errors.start).toMatch(/^This time is over/)
  expect(errors({ start: local(NOW + 991n * DAY) }).errors.start).toMatch(/990 days ahead/)
  expect(errors({ days: "0" }).errors.days).toBe("Enter 1 to 990 whole days.")
  expect(errors({ days: "991" }).terms).toBeNull()
  expect(errors({ days: "1.5" }).terms).toBeNull()
})

test("a cliff lies 1 hour to 990 days ahead", () => {
  const cliff = (unlock: string) => resolveTerms({ ...EMPTY_TERMS, kind: "cliff", unlock }, NOW)
  expect(cliff("").errors.unlock).toBe("Enter a date and a time.")
  expect(cliff(local(NOW - DAY)).errors.unlock).toMatch(/^This time is over/)
  expect(cliff(local(NOW + 3_540n)).errors.unlock).toMatch(/1 hour/)
  expect(cliff(local(NOW + 3_600n)).terms).toEqual({ isGradual: false, unlockTime: NOW + 3_600n })
  expect(cliff(local(NOW + 991n * DAY)).errors.unlock).toMatch(/990 days/)
})

test("an amount with fewer units than steps is dust", () => {
  const terms = { isGradual: true, startTime: null, days: 30n, timeUnit: 3 } as const
  expect(isDust(terms, 29n)).toBe(true)
  expect(isDust(terms, 30n)).toBe(false)
  expect(isDust({ isGradual: false, unlockTime: NOW }, 1n)).toBe(false)
})
