import { expect, test } from "vitest"
import { roundBar } from "@/components/charts/round-bar"

test("prices of a bar for drawing have six significant digits, large or small, volumes seven", () => {
  const bar = {
    time: 1_794_175_200_000,
    open: 1.2419608824736414,
    high: 123_456_789.987,
    low: 0.00000001234567899,
    close: 0.3,
    volume: 9_876.54321,
  }
  expect(roundBar(bar)).toEqual({
    ...bar,
    open: 1.24196,
    high: 123_457_000,
    low: 0.0000000123457,
    volume: 9_876.543,
  })
})
