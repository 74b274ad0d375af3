import { expect, test } from "vitest"
import { describePool } from "@/app/markets/[address]/_parts/price-moves"
import { WAD } from "@/lib/units"

test("beside the chance stands what a share pays, which the chance does not say", () => {
  const text = "A 100 USDB purchase moves it by 0.98 points. A share pays 4.53 USDB now if it wins."
  expect(describePool(98n, (453n * WAD) / 100n)).toBe(text)
})

test("nothing is said of a payout that is unknown", () => {
  expect(describePool(98n, null)).toBe("A 100 USDB purchase moves it by 0.98 points.")
})
