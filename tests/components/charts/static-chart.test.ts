import { expect, test } from "vitest"
import { drawShapes } from "@/components/charts/static-chart"

const bar = (close: number, index: number, volume = 0) => ({
  time: index * 60_000,
  open: close / 2,
  high: close,
  low: close / 2,
  close,
  volume,
})

const linear = { chartType: "candles", scale: "linear" } as const

test("the highest and the lowest price stand at the edges of their part", () => {
  const { y } = drawShapes([bar(2, 0), bar(8, 1)], linear)
  expect(y(8)).toBe(32)
  expect(y(1)).toBe(304)
})

test("on a logarithmic scale equal percentages are equal distances", () => {
  const { y } = drawShapes([bar(2, 0), bar(8, 1)], { ...linear, scale: "log" })
  expect(y(1) - y(2)).toBeCloseTo(y(2) - y(4))
  expect(y(2) - y(4)).toBeCloseTo(y(4) - y(8))
})

test("a line goes through every close; without trades there is no volume", () => {
  const { paths } = drawShapes([bar(1, 0), bar(2, 1), bar(3, 2)], {
    chartType: "line",
    scale: "linear",
  })
  expect(paths).toHaveLength(1)
  expect(paths[0]?.d.match(/[ML]/g)).toEqual(["M", "L", "L"])
})

test("without any movement everything stands in the middle", () => {
  const still = { time: 0, open: 1, high: 1, low: 1, close: 1, volume: 5 }
  const { y, paths } = drawShapes([still], linear)
  expect(y(1)).toBe(168)
  expect(paths.map(({ className }) => className)).toEqual(["fill-line", "stroke-muted"])
})
