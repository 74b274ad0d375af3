import { expect, test } from "vitest"
import { formatMarker, groupMarkers } from "@/components/charts/trade-markers"

const MINUTE = 60_000

const bar = (minute: number) => {
  return { time: minute * MINUTE, open: 1, high: 1, low: 1, close: 1, volume: 0 }
}

const trade = (id: string, minute: number, side: "buy" | "sell") => {
  return { id, time: minute * MINUTE + 12_000, side, amountToken: "1", amountUsd: "1" }
}

test("trades of one bar and side are one mark, in the order of time", () => {
  const trades = [
    trade("1", 2, "sell"),
    trade("2", 1, "buy"),
    trade("3", 1, "buy"),
    trade("4", 1, "sell"),
  ]
  expect(groupMarkers(trades, [bar(1), bar(2)], MINUTE)).toEqual([
    { time: MINUTE, side: "buy", count: 2 },
    { time: MINUTE, side: "sell", count: 1 },
    { time: 2 * MINUTE, side: "sell", count: 1 },
  ])
})

test("trades before the first bar are left out", () => {
  expect(groupMarkers([trade("1", 0, "buy")], [bar(1)], MINUTE)).toEqual([])
})

test("a mark says its side without colour, and how many", () => {
  expect(formatMarker({ time: 0, side: "buy", count: 1 })).toBe("B")
  expect(formatMarker({ time: 0, side: "sell", count: 3 })).toBe("S3")
})
