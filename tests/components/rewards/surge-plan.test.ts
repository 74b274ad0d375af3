import { describe, expect, test } from "vitest"
import { planSurge } from "@/components/rewards/surge-plan"
import { maxSurgeRate } from "@/lib/tokens/tax-math"
import { fc } from "@/tests/helpers/property"

const QUOTA = 604_800n
const draft = { startRate: "6", endRate: "0.5", hours: "24" }
const errorsOf = (changed: Partial<typeof draft>, multiplier = 50, quota = QUOTA) =>
  planSurge({ ...draft, ...changed }, multiplier, quota).errors

describe("planSurge", () => {
  test("reads percentages as basis points and hours as seconds", () => {
    expect(planSurge({ startRate: "6.25", endRate: "0,5", hours: "1.5" }, 50, QUOTA)).toEqual({
      plan: { startRate: 625n, endRate: 50n, duration: 5_400n },
      errors: {},
    })
  })

  test.each([
    [{ startRate: "" }, "startRate"],
    [{ startRate: "0" }, "startRate"],
    [{ startRate: "six" }, "startRate"],
    [{ startRate: "7.17" }, "startRate"],
    [{ endRate: "" }, "endRate"],
    [{ endRate: "6.01" }, "endRate"],
    [{ hours: "" }, "hours"],
    [{ hours: "0.99" }, "hours"],
    [{ hours: "168.01" }, "hours"],
  ])("finds fault with %j", (changed, field) => {
    expect(Object.keys(errorsOf(changed))).toEqual([field])
    expect(planSurge({ ...draft, ...changed }, 50, QUOTA).plan).toBeNull()
  })

  test("lets a surge use what is left of the quota, and no second more", () => {
    expect(errorsOf({ hours: "10" }, 50, 36_000n)).toEqual({})
    expect(errorsOf({ hours: "10" }, 50, 35_999n).hours).toBe("Your remaining quota is 9 hours.")
  })

  test("allows each multiplier its own largest rate", () => {
    const multiplier = fc.oneof(fc.integer({ min: 1, max: 90 }), fc.constant(100))
    fc.assert(
      fc.property(multiplier, (m) => {
        const most = maxSurgeRate(BigInt(m))
        const at = (rate: bigint) => ({
          startRate: `${rate / 100n}.${`${rate % 100n}`.padStart(2, "0")}`,
          endRate: "0",
        })
        expect(errorsOf(at(most), m)).toEqual({})
        expect(errorsOf(at(most + 1n), m).startRate).toContain("At most")
      }),
    )
  })
})
