import { expect, test } from "vitest"
import {
  claimableAmount,
  extend,
  findVestedFloor,
  liquidate,
  loanDays,
  maxExtensionDays,
  type Schedule,
  vestedAmount,
} from "@/lib/vesting/math"

const DAY = 86_400n

/** 100 tokens over ten days, from time 0. */
const gradual: Schedule = {
  totalAmount: 100n,
  claimedAmount: 0n,
  startTime: 0n,
  endTime: 10n * DAY,
  isGradual: true,
  timeUnit: 0,
  vestedFloor: 0n,
  isPledged: false,
}
const cliff: Schedule = { ...gradual, isGradual: false }

test("a gradual schedule releases whole steps, a cliff everything at its end", () => {
  expect(vestedAmount(gradual, 4n * DAY)).toBe(40n)
  expect(vestedAmount({ ...gradual, timeUnit: 3 }, 5n * DAY - 1n)).toBe(40n)
  expect(vestedAmount(gradual, 0n)).toBe(0n)
  expect(vestedAmount(gradual, 10n * DAY)).toBe(100n)
  expect(vestedAmount(cliff, 10n * DAY - 1n)).toBe(0n)
  expect(vestedAmount(cliff, 10n * DAY)).toBe(100n)
})

test("what is claimed or pledged is not claimable", () => {
  const claimed = { ...gradual, claimedAmount: 40n }
  expect(claimableAmount(claimed, 6n * DAY)).toBe(20n)
  expect(claimableAmount({ ...claimed, isPledged: true }, 6n * DAY)).toBe(0n)
})

test("an extension keeps what is vested, and lasts until 990 days in all", () => {
  const longer = extend(gradual, 10n, 4n * DAY)
  expect(longer.endTime).toBe(20n * DAY)
  expect(vestedAmount(longer, 7n * DAY)).toBe(40n)
  expect(vestedAmount(longer, 9n * DAY)).toBe(45n)
  expect(maxExtensionDays(gradual, 0n)).toBe(980n)
  expect(maxExtensionDays(gradual, 10n * DAY)).toBe(0n)
})

test("a liquidation takes its share of vested and unvested tokens alike", () => {
  const after = liquidate(gradual, 50n, 4n * DAY)
  expect(after).toMatchObject({ totalAmount: 50n, vestedFloor: 20n })
  expect(vestedAmount(after, 5n * DAY)).toBe(25n)
})

test("the least vested amount follows from what happened", () => {
  const { vestedFloor: _, ...terms } = { ...gradual, totalAmount: 150n, endTime: 20n * DAY }
  const changes = [
    { at: 0n, kind: "created", totalAmount: 100n },
    { at: 4n * DAY, kind: "extended", days: 10n },
    { at: 5n * DAY, kind: "claimed", amount: 40n },
    { at: 6n * DAY, kind: "tokens_added", totalAmount: 150n },
  ] as const
  expect(findVestedFloor(terms, changes)).toBe(40n)
  const sold = { at: 12n * DAY, kind: "liquidated", totalAmount: 95n } as const
  // Of 110 unclaimed tokens 50 were vested; half of all is lost.
  expect(findVestedFloor({ ...terms, totalAmount: 95n }, [...changes, sold])).toBe(65n)
})

test("a loan lasts until ten days after the end, from 10 to 1,000 days", () => {
  expect(loanDays(10n * DAY, 1n)).toBe(20n)
  expect(loanDays(10n * DAY, 11n * DAY)).toBe(10n)
  expect(loanDays(1_980n * DAY, 0n)).toBe(1_000n)
})
