import { describe, expect, test } from "vitest"
import { WAD } from "@/lib/units"
import { assetDetails, assets } from "@/lib/updown/assets"
import {
  bettingEnd,
  claimOf,
  nextVirtualBase,
  payoutOf,
  priceStaleness,
  sharesOfBet,
  splitLosingPool,
  weightAt,
} from "@/lib/updown/math"
import { findTimeframe, timeframes } from "@/lib/updown/timeframes"

const even = { bull: 500n * WAD, bear: 500n * WAD }
const empty = { bullPool: 0n, bearPool: 0n, sharesBull: 0n, sharesBear: 0n, seedBonus: 0n }

describe("shares of a bet", () => {
  test("weigh less the later it is placed, in whole basis points rounded down", () => {
    expect([0, 1, 450, 809, 899, 900, 901, -5].map((elapsed) => weightAt(elapsed, 900))).toEqual([
      9_500n,
      9_491n,
      5_750n,
      2_758n,
      2_008n,
      2_000n,
      2_000n,
      9_500n,
    ])
  })

  test("are more on the side that fewer bet on, and less the more is bet", () => {
    const weight = 10_000n
    const of = (amount: bigint, reserves = even) =>
      sharesOfBet(amount * WAD, "bull", { reserves, weight })
    // 100 + 500 · ln(1.2)
    expect(of(100n) / 10n ** 12n).toBe(191_160_778n)
    expect(of(100n, { bull: 400n * WAD, bear: 600n * WAD })).toBeGreaterThan(of(100n))
    expect(of(100n)).toBeLessThan(2n * of(50n))
    expect(sharesOfBet(100n * WAD, "bull", { reserves: even, weight: 5_000n })).toBe(of(100n) / 2n)
  })

  test("are some for the smallest bet, however late and likely", () => {
    const reserves = { bull: 50_000n * WAD, bear: 500n * WAD }
    expect(sharesOfBet(WAD, "bull", { reserves, weight: 2_750n })).toBeGreaterThan(WAD / 4n)
  })
})

describe("money", () => {
  test("fee and carry-over are rounded down, the winners get the rest", () => {
    expect(splitLosingPool(1_000n)).toEqual({ fee: 20n, carryOver: 30n, toWinners: 950n })
    expect(splitLosingPool(33n)).toEqual({ fee: 0n, carryOver: 0n, toWinners: 33n })
  })

  test("a winner gets the stake and a part of the losing pool and the seed by shares", () => {
    const round = { ...empty, bullPool: 40n, bearPool: 1_000n, sharesBull: 400n, seedBonus: 7n }
    expect(payoutOf({ side: "bull", stake: 10n, shares: 100n }, round)).toBe(10n + 239n)
    const mirrored = { ...empty, bearPool: 40n, bullPool: 1_000n, sharesBear: 400n, seedBonus: 7n }
    expect(payoutOf({ side: "bear", stake: 10n, shares: 100n }, mirrored)).toBe(249n)
  })

  test("of a seed the winners get at most as much as the losing pool", () => {
    const round = { ...empty, bullPool: 40n, bearPool: 100n, sharesBull: 10n, seedBonus: 700n }
    const bet = { side: "bull", stake: 40n, shares: 10n } as const
    expect(payoutOf(bet, round)).toBe(40n + 95n + 100n)
    expect(payoutOf(bet, { ...round, bearPool: 0n })).toBe(40n)
    // What a decided round has paid counts: rounds of before have paid all of it.
    const outcome = "bull_wins" as const
    expect(claimOf(bet, { ...round, outcome, seedPaid: 100n })).toBe(235n)
    expect(claimOf(bet, { ...round, outcome, seedPaid: 700n })).toBe(835n)
  })

  test("a claim is the payout, the stake of a canceled round, or nothing", () => {
    const bet = { side: "bull", stake: 10n, shares: 100n } as const
    const round = { ...empty, bullPool: 10n, bearPool: 100n, sharesBull: 100n }
    const claim = (outcome: Parameters<typeof claimOf>[1]["outcome"]) =>
      claimOf(bet, { ...round, outcome, seedPaid: 0n })
    expect(claim("bull_wins")).toBe(105n)
    expect(claim("canceled")).toBe(10n)
    expect([claim("bear_wins"), claim("pending")]).toEqual([0n, 0n])
  })

  test("the virtual base grows with volume above it, between 500 and 50,000 USDB", () => {
    const base = 1_000n * WAD
    expect(nextVirtualBase(base, base + 1n)).toBe(1_100n * WAD)
    expect(nextVirtualBase(base, base)).toBe(950n * WAD)
    expect(nextVirtualBase(500n * WAD, 0n)).toBe(500n * WAD)
    expect(nextVirtualBase(49_000n * WAD, 60_000n * WAD)).toBe(50_000n * WAD)
  })
})

test("betting ends a tenth before the round, and a start price is as young as that, within bounds", () => {
  const ofTimeframes = timeframes.map(({ seconds }) => [
    bettingEnd({ startTime: 1_000, endTime: 1_000 + seconds }) - 1_000,
    priceStaleness(seconds),
  ])
  expect(ofTimeframes).toEqual([
    [270, 60],
    [810, 90],
    [3_240, 360],
    [12_960, 1_440],
    [77_760, 3_600],
  ])
})

test("timeframes by code and label", () => {
  expect(findTimeframe("0")?.label).toBe("5m")
  expect(findTimeframe("24h")?.seconds).toBe(86_400)
  expect(["5", "05", "", "5M"].map(findTimeframe)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test("assets with their names", () => {
  expect(assets.map((asset) => assetDetails[asset].symbol)).toEqual([
    "BTC",
    "ETH",
    "BNB",
    "CAKE",
    "DOGE",
  ])
})
