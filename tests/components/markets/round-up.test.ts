import { expect, test } from "vitest"
import { roundUp } from "@/components/markets/round-up"

test.each([
  [500_000_000_000_000_000n, 4, "0.5"],
  [500_000_000_000_000_001n, 4, "0.5001"],
  [512_340_000_000_000_000n, 4, "0.5124"],
  [999_950_000_000_000_001n, 4, "1"],
  [4_321_000_000_000_000n, 4, "0.004321"],
  [4_321_010_000_000_000n, 4, "0.004322"],
  [6_090_000_000_000_000_000n, 2, "6.09"],
  [6_090_000_000_000_000_001n, 2, "6.1"],
  [12n, 4, "<0.000000000001"],
  [0n, 4, "0"],
])("shows %d in %d places as no less than it is: %s", (value, places, text) => {
  expect(roundUp(value, places)).toBe(text)
})
