import { parseEther } from "viem"
import { describe, expect, test } from "vitest"
import {
  floorPrice,
  minAmountOut,
  minBuyInput,
  minSellInput,
  type Pool,
  poolAfterBuy,
  poolAfterSell,
  quoteBuy,
  quoteForSell,
  quoteSell,
  quoteWorstCaseSell,
  type Route,
  routeAfterBuy,
  routeAfterSell,
  routeFloor,
  routePrice,
  scaledReserve0,
  spotPrice,
  taxOn,
  tokensForBuy,
  usdPrice,
} from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { runs } from "@/tests/helpers/deep"
import { fc } from "@/tests/helpers/property"

const tide: Pool = {
  base0: parseEther("10000"),
  reserve1: parseEther("10000"),
  supply: 0n,
  multiplier: 100n,
}

const multiplier = fc.oneof(fc.bigInt(1n, 90n), fc.constant(100n))
const amount = fc
  .tuple(fc.bigInt(1n, 2n ** 90n), fc.bigInt(0n, 89n))
  .map(([number, shift]) => (number >> shift) + 1n)

/** Pools as trades leave them: buys of the given amounts, then a sale of a part. */
const pool = fc
  .record({
    base0: fc.bigInt(100n, 10_000n).map((whole) => whole * WAD),
    base1: fc.bigInt(10n ** 15n, 10n ** 22n),
    multiplier,
    buys: fc.array(amount, { maxLength: 4 }),
    soldPercent: fc.bigInt(0n, 100n),
  })
  .map(({ base0, base1, multiplier, buys, soldPercent }) => {
    const start: Pool = { base0, reserve1: base1, supply: 0n, multiplier }
    const bought = buys.reduce(poolAfterBuy, start)
    return poolAfterSell(bought, (bought.supply * soldPercent) / 100n)
  })

const route = fc.record({
  tide: amount.map((quoteIn) => poolAfterBuy(tide, quoteIn)),
  token: fc.option(pool),
  taxBasisPoints: fc.bigInt(0n, 1_650n),
}) satisfies fc.Arbitrary<Route>

describe("the worked case", () => {
  test("buying TIDE with 100 USDB gives 99.0099… and leaves 10,099.0099… to 10,100", () => {
    const after = poolAfterBuy(tide, parseEther("100"))
    expect(tokensForBuy(tide, parseEther("100"))).toBe(99_009900990099009900n)
    expect(scaledReserve0(after) / 100n).toBe(10_099_009900990099009900n)
    expect(after.reserve1).toBe(parseEther("10100"))
  })

  test("the pool opens at one USDB", () => {
    expect(spotPrice(tide)).toBe(WAD)
    expect(usdPrice(tide, WAD)).toBe(WAD)
    expect(floorPrice(tide)).toBe(WAD)
  })
})

describe("trades", () => {
  test("buying and selling again never pays", () => {
    fc.assert(
      fc.property(pool, amount, (state, quoteIn) => {
        const bought = tokensForBuy(state, quoteIn)
        expect(quoteForSell(poolAfterBuy(state, quoteIn), bought) <= quoteIn).toBe(true)
      }),
    )
  })

  test("the token reserve follows the supply exactly", () => {
    fc.assert(
      fc.property(pool, ({ base0, supply, multiplier, reserve1 }) => {
        const k100 = 2n * multiplier - 100n
        expect(scaledReserve0({ base0, supply, multiplier, reserve1 })).toBe(
          100n * base0 + k100 * supply,
        )
        expect(100n * base0 + k100 * supply > 0n).toBe(true)
      }),
    )
  })

  test("Stable+ never falls", () => {
    fc.assert(
      fc.property(pool, amount, (state, quoteIn) => {
        const stable: Pool = { ...state, multiplier: 100n, supply: 0n }
        const bought = poolAfterBuy(stable, quoteIn)
        const sold = poolAfterSell(bought, bought.supply / 2n)
        expect(spotPrice(bought) >= spotPrice(stable)).toBe(true)
        expect(spotPrice(sold) >= spotPrice(bought)).toBe(true)
      }),
    )
  })
})

describe("the floor", () => {
  test("is below the exact value and within a part in 10^14 of it", () => {
    fc.assert(
      fc.property(pool, (state) => {
        fc.pre(state.multiplier !== 50n && state.multiplier !== 100n)
        const floor = floorPrice(state)
        expect(isAtMostExactFloor(floor, state)).toBe(true)
        const spot = spotPrice(state)
        const above = floor + floor / 10n ** 14n + 2n
        expect(above > spot || !isAtMostExactFloor(above, state)).toBe(true)
      }),
      { numRuns: runs(100, 10_000) },
    )
  })

  test("never exceeds the price, and never falls beyond its error", () => {
    fc.assert(
      fc.property(pool, amount, (state, quoteIn) => {
        const after = poolAfterBuy(state, quoteIn)
        const [before, now] = [floorPrice(state), floorPrice(after)]
        expect(now <= spotPrice(after)).toBe(true)
        expect(now + before / 10n ** 15n + 2n >= before).toBe(true)
      }),
    )
  })

  test.each([
    // k = 0: 3 / e, k = 1/2: 6 / 2², k = −1/2: 6 · (1/2)², each with r1 in hundreds of b0 = 100
    { multiplier: 50n, supply: "100", reserve1: "300", floor: "1.103638323514326964" },
    { multiplier: 75n, supply: "200", reserve1: "600", floor: "1.5" },
    { multiplier: 25n, supply: "100", reserve1: "600", floor: "1.5" },
  ])("is $floor for m = $multiplier", ({ multiplier, supply, reserve1, floor }) => {
    const state = {
      base0: parseEther("100"),
      supply: parseEther(supply),
      reserve1: parseEther(reserve1),
      multiplier,
    }
    const difference = parseEther(floor) - floorPrice(state)
    expect(difference).toBeGreaterThanOrEqual(0n)
    expect(difference).toBeLessThan(100n)
  })
})

describe("quotes", () => {
  test("the tax is taken before a buy and from the proceeds of a sell", () => {
    const whole: Route = { tide, token: null, taxBasisPoints: 50n }
    const bought = quoteBuy(whole, parseEther("100"))
    expect(bought.tax).toBe(parseEther("0.5"))
    expect(bought.amountOut).toBe(tokensForBuy(tide, parseEther("99.5")))
    const after = poolAfterBuy(tide, parseEther("99.5"))
    const sold = quoteSell({ ...whole, tide: after }, bought.amountOut)
    const gross = quoteForSell(after, bought.amountOut)
    expect(sold).toMatchObject({ tax: taxOn(gross, 50n), amountOut: gross - taxOn(gross, 50n) })
  })

  test("price impact is that of the pools alone", () => {
    // 10,000 into 10,000 to 10,000: half of what the spot price promises.
    const half = quoteBuy({ tide, token: null, taxBasisPoints: 0n }, parseEther("10000"))
    expect(half.priceImpact).toBe(WAD / 2n)
    const taxed = quoteBuy({ tide, token: null, taxBasisPoints: 5_000n }, parseEther("20000"))
    expect(taxed.priceImpact).toBe(WAD / 2n)
    const both = quoteBuy({ tide, token: { ...tide }, taxBasisPoints: 0n }, parseEther("10000"))
    // The second leg gets 5,000 of TIDE: 3,333.33… instead of 10,000.
    expect(both.priceImpact).toBe((WAD * 2n) / 3n + 1n)
    const nothing = quoteBuy({ tide, token: null, taxBasisPoints: 50n }, 0n)
    expect(nothing).toEqual({ amountOut: 0n, tax: 0n, priceImpact: 0n })
  })

  test("price impact lies between nothing and everything", () => {
    fc.assert(
      fc.property(route, amount, (way, input) => {
        for (const { priceImpact } of [
          quoteBuy(way, input),
          quoteSell(way, input),
          quoteSell(way, input, "TIDE"),
        ]) {
          expect(priceImpact >= 0n && priceImpact <= WAD).toBe(true)
        }
      }),
    )
  })

  test("the least input gives what was wanted, and one wei less does not", () => {
    fc.assert(
      fc.property(route, amount, (way, input) => {
        const output = quoteBuy(way, input).amountOut
        fc.pre(output > 0n)
        const least = minBuyInput(way, output) ?? 0n
        expect(quoteBuy(way, least).amountOut >= output).toBe(true)
        expect(quoteBuy(way, least - 1n).amountOut < output).toBe(true)
        expect(least <= input).toBe(true)
      }),
    )
  })

  test("the least sale gives what was wanted, and one wei less does not", () => {
    fc.assert(
      fc.property(route, fc.bigInt(1n, 100n), fc.constantFrom("USDB", "TIDE"), (way, part, to) => {
        const { supply } = way.token ?? way.tide
        const output = quoteSell(way, (supply * part) / 100n, to).amountOut
        fc.pre(output > 0n)
        const least = minSellInput(way, output, to) ?? 0n
        expect(quoteSell(way, least, to).amountOut >= output).toBe(true)
        expect(quoteSell(way, least - 1n, to).amountOut < output).toBe(true)
      }),
    )
  })

  test("more than there is cannot be had", () => {
    const way: Route = { tide: poolAfterBuy(tide, WAD), token: null, taxBasisPoints: 50n }
    expect(minBuyInput(way, parseEther("20000"))).toBeNull()
    expect(minSellInput(way, 2n * WAD)).toBeNull()
    expect(minBuyInput(way, 0n)).toBe(0n)
  })

  test.each([
    [1n, 50n, 1n],
    [10_000n, 50n, 50n],
    [10_001n, 50n, 51n],
    [0n, 50n, 0n],
    [7n, 0n, 0n],
  ])("tax on %s at %s bp is %s", (value, rate, tax) => {
    expect(taxOn(value, rate)).toBe(tax)
  })

  test("accepted slippage lowers the minimum, rounded up", () => {
    expect(minAmountOut(10_001n, 100n)).toBe(9_901n)
    expect(minAmountOut(10_001n, 0n)).toBe(10_001n)
  })
})

describe("a whole route", () => {
  test("leaves the pools as a buy and a sell of its legs do", () => {
    fc.assert(
      fc.property(route, amount, (way, input) => {
        const bought = routeAfterBuy(way, input)
        const { amountOut } = quoteBuy(way, input)
        const grown = bought.token ?? bought.tide
        expect(grown.supply - (way.token ?? way.tide).supply).toBe(amountOut)
        const sold = routeAfterSell(bought, amountOut)
        expect((sold.token ?? sold.tide).supply).toBe((way.token ?? way.tide).supply)
        expect(routePrice(bought) >= routePrice(way)).toBe(true)
        expect(routeFloor(bought) <= routePrice(bought)).toBe(true)
      }),
    )
  })

  test("opens at one USDB, with its floor there", () => {
    const token: Pool = { ...tide, multiplier: 50n }
    const way: Route = { tide, token, taxBasisPoints: 150n }
    expect(routePrice(way)).toBe(WAD)
    expect(routeFloor(way)).toBe(WAD)
    expect(routeFloor({ ...way, token: null })).toBe(WAD)
  })
})

describe("selling after everybody else", () => {
  /** Routes as trades leave them: all TIDE of a token's pool has come out of TIDE's own. */
  const traded = fc
    .record({
      base0: fc.bigInt(100n, 10_000n).map((whole) => whole * WAD),
      base1: fc.bigInt(10n ** 15n, 10n ** 22n),
      multiplier,
      isHub: fc.boolean(),
      buys: fc.array(amount, { minLength: 1, maxLength: 4 }),
      taxBasisPoints: fc.bigInt(0n, 1_650n),
    })
    .map(({ base0, base1, multiplier, isHub, buys, taxBasisPoints }) => {
      const token = isHub ? null : { base0, reserve1: base1, supply: 0n, multiplier }
      const fresh: Route = { tide: poolAfterBuy(tide, buys[0] ?? 1n), token, taxBasisPoints }
      return buys.reduce(routeAfterBuy, fresh)
    })
  const others = fc.array(fc.record({ isBuy: fc.boolean(), size: amount }), { maxLength: 6 })

  test("gives at least what was said, whatever was traded before", () => {
    fc.assert(
      fc.property(
        traded,
        fc.bigInt(1n, 100n),
        others,
        fc.bigInt(1n, 8n),
        (way, part, trades, n) => {
          const { supply } = way.token ?? way.tide
          const own = (supply * part) / 100n
          fc.pre(own > 0n)
          const promised = quoteWorstCaseSell(way, own)
          let last = way
          for (const { isBuy, size } of trades) {
            const free = (last.token ?? last.tide).supply - own
            last = isBuy ? routeAfterBuy(last, size) : routeAfterSell(last, size % (free + 1n))
          }
          for (let left = n; left > 0n; left--) {
            last = routeAfterSell(last, ((last.token ?? last.tide).supply - own) / left)
          }
          // Holders of TIDE sell as well; what the token's pool holds stays.
          const inTide = last.token ? quoteForSell(last.token, own) : own
          const spare = last.tide.supply > inTide ? last.tide.supply - inTide : 0n
          last = { ...last, tide: poolAfterSell(last.tide, spare) }
          expect(promised <= quoteSell(last, own).amountOut).toBe(true)
        },
      ),
      { numRuns: runs(100, 10_000) },
    )
  })

  test("is the same as selling now for the only holder", () => {
    const tokenPool = poolAfterBuy({ ...tide, multiplier: 30n }, 500n * WAD)
    const inTide = quoteForSell(tokenPool, tokenPool.supply)
    const hub = poolAfterBuy(tide, 600n * WAD)
    const way: Route = {
      tide: poolAfterSell(hub, hub.supply - inTide),
      token: tokenPool,
      taxBasisPoints: 150n,
    }
    const now = quoteSell(way, tokenPool.supply).amountOut
    expect(quoteWorstCaseSell(way, tokenPool.supply)).toBe(now)
  })

  test("comes close to the floor's price for a small part", () => {
    const tokenPool = poolAfterBuy({ ...tide, multiplier: 50n }, 5_000n * WAD)
    const way: Route = { tide, token: tokenPool, taxBasisPoints: 0n }
    const value = routeFloor(way)
    const got = quoteWorstCaseSell(way, WAD)
    expect(got < value).toBe(true)
    expect(got > (value * 999n) / 1_000n).toBe(true)
  })
})

/** floor ≤ r1·(b0/r0)^(50/n) / b0 with n = m − 50, both sides to the power of |n|, in whole numbers. */
function isAtMostExactFloor(floor: bigint, state: Pool): boolean {
  const { base0, reserve1, multiplier } = state
  const n = multiplier - 50n
  const power = n < 0n ? -n : n
  const ours = (floor * base0) ** power
  const exact = (WAD * reserve1) ** power
  const base = (100n * base0) ** 50n
  const reserve = scaledReserve0(state) ** 50n
  return n > 0n ? ours * reserve <= exact * base : ours * base <= exact * reserve
}
