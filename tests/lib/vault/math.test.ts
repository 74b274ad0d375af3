import { describe, expect, test } from "vitest"
import { WAD } from "@/lib/units"
import {
  computeEntry,
  type EntryChange,
  investPending,
  sharePrice,
  sharesCovering,
  toAssets,
  toShares,
  type VaultTotals,
} from "@/lib/vault/math"
import { fc } from "@/tests/helpers/property"

const EMPTY: VaultTotals = { assets: 0n, shares: 0n }
const wrap = (shares: bigint, tide: bigint): EntryChange => ({ kind: "in", shares, tide })

describe("shares", () => {
  test("the first share costs 1 TIDE", () => {
    expect(sharePrice(EMPTY)).toBe(WAD)
    expect(toShares(5n * WAD, EMPTY)).toBe(5n * WAD)
  })

  test("a wallet never unwraps for more than it wrapped, and a pledge is always covered", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 27n })
    fc.assert(
      fc.property(amount, amount, amount, (assets, shares, tide) => {
        const totals = { assets, shares }
        const got = toShares(tide, totals)
        const after = { assets: assets + tide, shares: shares + got }
        expect(toAssets(got, after)).toBeLessThanOrEqual(tide)
        expect(toAssets(sharesCovering(tide, totals), totals)).toBeGreaterThanOrEqual(tide)
      }),
    )
  })
})

describe("investPending", () => {
  const tide = { base0: 10_000n * WAD, reserve1: 10_000n * WAD, supply: 0n, multiplier: 100n }
  const route = { tide, token: null, taxBasisPoints: 50n }

  test("buys in pieces of at most 1 % of the pool's USDB side", () => {
    const { route: after, left } = investPending(route, 150n * WAD)
    expect(left).toBe(0n)
    // 100 and 50, of which 0.5 % are tax.
    expect(after.tide.reserve1).toBe(10_149n * WAD + WAD / 4n)
  })

  test("leaves what is too little, and what 50 purchases do not reach", () => {
    expect(investPending(route, 10n ** 15n - 1n)).toEqual({ route, left: 10n ** 15n - 1n })
    expect(investPending(route, 100_000n * WAD).left).toBeGreaterThan(0n)
  })
})

describe("computeEntry", () => {
  test("has the cost of what is left, at average cost", () => {
    const changes: EntryChange[] = [
      wrap(100n, 100n),
      wrap(100n, 120n),
      { kind: "unwrap", shares: 50n, tide: 60n },
    ]
    expect(computeEntry(changes)).toEqual({ shares: 150n, cost: 165n, realised: 5n })
  })

  test("sent and burned shares take their cost with them, without a gain", () => {
    expect(computeEntry([wrap(90n, 99n), { kind: "out", shares: 30n }])).toEqual({
      ...{ shares: 60n, cost: 66n, realised: 0n },
    })
  })

  test("rounds the cost that stays up", () => {
    expect(computeEntry([wrap(3n, 10n), { kind: "out", shares: 1n }]).cost).toBe(7n)
  })

  test("begins anew after everything was unwrapped, and knows no negative shares", () => {
    const all = [wrap(10n, 10n), { kind: "unwrap", shares: 10n, tide: 12n }, wrap(5n, 7n)] as const
    expect(computeEntry(all)).toEqual({ shares: 5n, cost: 7n, realised: 2n })
    expect(computeEntry([{ kind: "out", shares: 4n }])).toEqual({
      ...{ shares: 0n, cost: 0n, realised: 0n },
    })
  })
})
