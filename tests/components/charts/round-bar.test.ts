import { expect, test } from "vitest"
import { roundBar } from "@/components/charts/round-bar"

test("a bar for drawing has nine significant digits, large or small", () => {
  const bar = {
    time: 1_794_175_200_000,
    open: 1.2419608824736414,
    high: 123_456_789.987,
    low: 0.00000001234567899,
    close: 0.3,
    volume: 0,
  }
  expect(roundBar(bar)).toEqual({
    ...bar,
    open: 1.24196088,
    high: 123_456_790,
    low: 0.000000012345679,
  })
})
