import { expect, test } from "vitest"
import { describeChart } from "@/components/charts/chart-summary"
import {
  countDecimals,
  formatPrice,
  formatVolume,
  measureChange,
} from "@/components/charts/price-format"
import { createPath } from "@/components/ui/sparkline"

test.each([
  [1234.5, 2],
  [1, 4],
  [0.1, 5],
  [0.000_012_3, 9],
  [1e-30, 18],
  [0, 2],
])("%d is shown with %d decimals", (price, decimals) => {
  expect(countDecimals(price)).toBe(decimals)
})

test("a price keeps the digits that matter", () => {
  expect(formatPrice(12_345.678)).toBe("12,345.68")
  expect(formatPrice(0.000_012_345)).toBe("0.000012345")
  expect(formatPrice(2)).toBe("2.00")
  expect(formatPrice(0.5)).toBe("0.50")
  expect(formatPrice(0)).toBe("0.00")
  expect(formatPrice(1_234_567)).toBe("1,234,567.00")
  expect(formatPrice(1.5e21)).toBe("1,500,000,000,000,000,000,000.00")
})

test.each([
  [0, "$0"],
  [9.999, "$9.99"],
  [9_999.5, "$9,999.5"],
  [1.15, "$1.15"],
  [0.001, "$0"],
  [12_390, "$12.3K"],
  [4_560_000, "$4.5M"],
])("a volume of %d is short and never rounded up", (volume, text) => {
  expect(formatVolume(volume)).toBe(text)
})

test("a change is counted in basis points, rounded towards zero", () => {
  expect(measureChange(2, 3)).toBe(5_000)
  expect(measureChange(3, 2)).toBe(-3_333)
  expect(measureChange(0, 1)).toBeNull()
})

test("the chart is told as a sentence", () => {
  const hour = (index: number, open: number, close: number) => ({
    time: Date.UTC(2026, 0, 1, index),
    open,
    high: Math.max(open, close),
    low: Math.min(open, close),
    close,
    volume: 40.5,
  })
  expect(describeChart([hour(0, 2, 5), hour(1, 5, 3)], "TIDE")).toBe(
    "From 2026-01-01 00:00 UTC to 2026-01-01 01:00 UTC the price rose by 50%: from 2.00 to 3.00 TIDE, at most 5.00, at least 2.00 TIDE. Traded for $81.",
  )
  expect(describeChart([hour(0, 2, 1)], "TIDE")).toContain("fell by 50%")
  expect(describeChart([hour(0, 2, 2)], "TIDE")).toContain("was unchanged")
  expect(describeChart([], "TIDE")).toBe("No price yet.")
})

test("a sparkline stays inside its frame and is a level line without movement", () => {
  expect(createPath([1, 3, 2])).toBe("M0 26L48 2L96 14")
  expect(createPath([5, 5])).toBe("M0 14L96 14")
  expect(createPath([5])).toBe("M0 14H96")
})
