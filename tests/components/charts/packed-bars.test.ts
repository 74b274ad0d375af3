import { expect, test } from "vitest"
import { packBars, unpackBars } from "@/components/charts/packed-bars"

test("bars come out as they went in", () => {
  const bars = [
    { time: 1_700_000_000_000, open: 1.5, high: 2, low: 1, close: 1.75, volume: 30 },
    { time: 1_700_000_060_000, open: 1.75, high: 1.75, low: 1.75, close: 1.75, volume: 0 },
    { time: 1_700_000_120_000, open: 1.75, high: 1.75, low: 1.75, close: 1.75, volume: 4 },
    { time: 1_700_000_180_000, open: 0, high: 0.25, low: 0, close: 0, volume: 0 },
  ]
  const packed = packBars(bars)
  expect(unpackBars(packed)).toEqual(bars)
  expect(packed.bars.map(({ length }) => length)).toEqual([6, 1, 3, 6])
  expect(unpackBars(packBars([]))).toEqual([])
})
