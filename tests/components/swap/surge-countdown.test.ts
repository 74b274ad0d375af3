import { expect, test } from "vitest"
import { toContractSurge } from "@/components/swap/surge-countdown"
import { surgeRateAt } from "@/lib/tokens/tax-math"

test("the index's surge is the contract's, in seconds", () => {
  const startsAt = new Date("2026-11-20T10:00:00Z")
  const plannedEnd = new Date("2026-11-20T12:00:00Z")
  const terms = toContractSurge({
    startRate: 600,
    endRate: 100,
    startsAt,
    plannedEnd,
    endsAt: plannedEnd,
  })
  expect(terms).toMatchObject({ startRate: 600n, endRate: 100n, duration: 7_200n })
  expect(surgeRateAt(terms, BigInt(startsAt.getTime() / 1_000))).toBe(600n)
  expect(surgeRateAt(terms, BigInt(startsAt.getTime() / 1_000) + 3_600n)).toBe(350n)
  expect(surgeRateAt(terms, BigInt(plannedEnd.getTime() / 1_000))).toBe(0n)
})
