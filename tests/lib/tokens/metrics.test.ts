import { expect, test } from "vitest"
import {
  computeFloor,
  computeMarketCap,
  computeSurgeRate,
  computeTaxRate,
} from "@/lib/tokens/metrics"
import { WAD } from "@/lib/units"

const token = {
  isMain: false,
  multiplier: 50,
  baseReserve0: 1_000n * WAD,
  reserve1: 1_000n * WAD,
  priceUsd: 2n * WAD,
}

test("without supply the floor is the price, and it lies below with it", () => {
  expect(computeFloor(token, 0n)).toEqual({ usd: 2n * WAD, share: 10_000 })
  const floor = computeFloor(token, 1_000n * WAD)
  // At multiplier 50 the floor is r1 · e^(−S/b0) / b0: a 1/e of the price here.
  expect(floor?.share).toBe(3_678)
  expect(Number(floor?.usd) / 1e18).toBeCloseTo(2 / Math.E, 10)
})

test("Stable+ never falls, TIDE and tokens without a price have no floor", () => {
  expect(computeFloor({ ...token, multiplier: 100 }, 50n * WAD)?.share).toBe(10_000)
  expect(computeFloor({ ...token, isMain: true }, 0n)).toBeNull()
  expect(computeFloor({ ...token, reserve1: null, priceUsd: null }, 0n)).toBeNull()
})

test("the market cap is the supply at the present price", () => {
  expect(computeMarketCap(3n * WAD, 5n * WAD)).toBe(15n * WAD)
  expect(computeMarketCap(null, 5n * WAD)).toBeNull()
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000)
const surge = {
  startRate: 1_000,
  endRate: 0,
  startsAt: at(0),
  plannedEnd: at(100),
  endsAt: at(100),
}

test.each([
  [-1, 0],
  [0, 1_000],
  [50, 500],
  [100, 0],
])("the surge adds at minute %d: %d", (minute, rate) => {
  expect(computeSurgeRate(surge, at(minute))).toBe(rate)
})

test("a surge that was ended adds nothing any more", () => {
  expect(computeSurgeRate({ ...surge, endsAt: at(10) }, at(9))).toBe(910)
  expect(computeSurgeRate({ ...surge, endsAt: at(10) }, at(10))).toBe(0)
  expect(computeSurgeRate(null, at(10))).toBe(0)
})

test.each([
  [{ ...token }, 150n],
  [{ ...token, multiplier: 100 }, 50n],
  [{ ...token, isMain: true, multiplier: 100 }, 50n],
])("the tax is that of the token's kind", (kind, rate) => {
  expect(computeTaxRate(kind, null, at(0))).toBe(rate)
  expect(computeTaxRate(kind, surge, at(50))).toBe(rate + 500n)
})
