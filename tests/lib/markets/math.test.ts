import { describe, expect, test } from "vitest"
import {
  initialReserves,
  listFillableOffers,
  MIN_PURCHASE,
  type Offer,
  orderCost,
  orderProceeds,
  orderValue,
  payout,
  type Reserves,
  sharesForUsdc,
  sharesOut,
  splitPurchase,
  spotPrice,
  taxOn,
} from "@/lib/markets/math"
import { WAD } from "@/lib/units"
import { anyAmount, randomNumbers } from "@/tests/contracts/cases"

const CASES = 2_000

describe("a market opens", () => {
  test.each([
    [2, 2_500n * WAD, 5_000n * WAD],
    [3, 1_666_666666666666666666n, 4_999_999999999999999998n],
    [10, 500n * WAD, 5_000n * WAD],
    [11, 500n * WAD, 5_500n * WAD],
    [100, 500n * WAD, 50_000n * WAD],
    [150, 333_333333333333333333n, 49_999_999999999999999950n],
  ])("of %d options with a reserve of %s each", (options, reserve, total) => {
    expect(initialReserves(options)).toEqual({ reserve, total })
  })
})

test("100 USDB on a fresh market of two options give 195.1091… shares", () => {
  const bought = splitPurchase(100n * WAD, [], initialReserves(2))
  expect(bought.toPool).toBe(98_500000000000000000n)
  expect(bought.fees).toBe(1_500000000000000000n)
  expect(bought.newReserve).toBe(2_598_500000000000000000n)
  expect(bought.newTotal).toBe(5_098_500000000000000000n)
  const logarithm = Math.log(2_598.5 / 2_500)
  expect(Number(bought.shares) / 1e18).toBeCloseTo(98.5 + 2_500 * logarithm, 9)
  expect(bought.shares / 10n ** 15n).toBe(195_109n)
})

test("both sides of an order pay 1.5 %", () => {
  expect(orderCost(10n * WAD, WAD / 4n)).toBe(2_537500000000000000n)
  expect(orderProceeds(10n * WAD, WAD / 4n)).toBe(2_462500000000000000n)
})

test("a unit of a share has a price and a tax of a unit", () => {
  expect(orderValue(1n, 1n)).toBe(1n)
  expect(orderCost(1n, 1n)).toBe(2n)
  expect(orderProceeds(1n, 1n)).toBe(0n)
})

test("an outcome nobody holds pays nothing, one that is held everything", () => {
  expect(payout(5n, 0n, 100n)).toBe(0n)
  expect(payout(5n, 5n, 100n)).toBe(100n)
  expect(payout(1n, 3n, 100n)).toBe(33n)
})

test("offers are filled from the cheapest, none above the pool, none that is empty", () => {
  const offer = (id: bigint, pricePerShare: bigint, amount = WAD): Offer => ({
    id,
    amount,
    pricePerShare,
  })
  const offers = [
    offer(9n, WAD / 2n),
    offer(3n, WAD / 2n),
    offer(4n, WAD / 2n + 1n),
    offer(5n, 1n),
    offer(6n, 2n, 0n),
  ]
  expect(listFillableOffers(offers, initialReserves(2)).map(({ id }) => id)).toEqual([5n, 3n, 9n])
})

test("a walk goes through the offers, then to the pool", () => {
  const offers = [
    { id: 1n, amount: 10n * WAD, pricePerShare: WAD / 10n },
    { id: 2n, amount: 20n * WAD, pricePerShare: WAD / 5n },
  ]
  const bought = splitPurchase(100n * WAD, offers, initialReserves(2))
  expect(bought.fills.map(({ id, amount }) => [id, amount])).toEqual([
    [1n, 10n * WAD],
    [2n, 20n * WAD],
  ])
  expect(bought.spentOnOrders).toBe(5n * WAD)
  const rest = 100n * WAD - 5_075000000000000000n
  expect(bought.toPool).toBe(rest - taxOn(rest))
  expect(bought.shares).toBe(30n * WAD + sharesOut(bought.toPool, initialReserves(2)))
  expect(bought.unspent).toBe(0n)
})

test("less than the least purchase buys nothing from the pool and is left", () => {
  const most = MIN_PURCHASE - 1n
  expect(splitPurchase(most, [], initialReserves(2))).toMatchObject({
    shares: 0n,
    fees: 0n,
    unspent: most,
  })
  expect(splitPurchase(MIN_PURCHASE, [], initialReserves(2))).toMatchObject({ unspent: 0n })
  expect(splitPurchase(0n, [], initialReserves(2))).toMatchObject({
    shares: 0n,
    fees: 0n,
    unspent: 0n,
  })
})

test("what is spent is what was to be spent, and is never worse than the pool alone", () => {
  for (const { depth, offers, usdc } of randomCases("sums")) {
    const bought = splitPurchase(usdc, offers, depth)
    expect(bought.spentOnOrders + bought.toPool + bought.fees + bought.unspent).toBe(usdc)
    expect(bought.unspent).toBeLessThan(MIN_PURCHASE)
    // A fill rounds its value and its tax up: two units, which the pool would sell shares for; and the logarithm
    // has 18 digits.
    const rounded =
      2n * BigInt(offers.length + 1) * (depth.total / depth.reserve + 1n) +
      (12n * (depth.total - depth.reserve)) / WAD
    // What is too little for the pool stays with the buyer.
    const kept = bought.unspent * (depth.total / depth.reserve + 1n)
    expect(bought.shares + kept + rounded).toBeGreaterThanOrEqual(
      splitPurchase(usdc, [], depth).shares,
    )
  }
})

test("the least that pays for shares of an order is their cost", () => {
  const random = randomNumbers("order costs")
  for (let i = 0; i < CASES; i++) {
    const [amount, price] = [anyAmount(random, 10n ** 24n), 1n + random(WAD - 1n)]
    const cost = orderCost(amount, price)
    expect(sharesForUsdc(cost, price)).toBeGreaterThanOrEqual(amount)
    expect(sharesForUsdc(cost - 1n, price)).toBeLessThan(amount)
  }
})

test("pieces of a purchase give what it gives at once, and never more", () => {
  const random = randomNumbers("pieces")
  const least = MIN_PURCHASE - taxOn(MIN_PURCHASE)
  for (let i = 0; i < CASES; i++) {
    const { reserve, total } = initialReserves(2 + Number(random(149n)))
    const pieces = Array.from(
      { length: 2 + Number(random(5n)) },
      () => least + anyAmount(random, 10n ** 24n),
    )
    let depth: Reserves = { reserve, total }
    let shares = 0n
    for (const net of pieces) {
      shares += sharesOut(net, depth)
      depth = { reserve: depth.reserve + net, total: depth.total + net }
    }
    const once = sharesOut(
      pieces.reduce((sum, net) => sum + net, 0n),
      { reserve, total },
    )
    expect(shares).toBeLessThanOrEqual(once)
    // Each logarithm is less than six units of its 18th digit too small.
    const rounded = (6n * BigInt(pieces.length) * (total - reserve)) / WAD + BigInt(pieces.length)
    expect(shares).toBeGreaterThanOrEqual(once - rounded)
  }
})

test("a purchase costs more than the price before it and less than the price after it", () => {
  for (const { depth, usdc } of randomCases("bounds")) {
    const [net, after] = [usdc, { reserve: depth.reserve + usdc, total: depth.total + usdc }]
    const shares = sharesOut(net, depth)
    const rounded = (6n * (depth.total - depth.reserve)) / WAD + 2n
    expect(shares).toBeLessThanOrEqual((net * depth.total) / depth.reserve + rounded)
    expect(shares + rounded).toBeGreaterThanOrEqual((net * after.total) / after.reserve)
  }
})

describe("a pool that has closed", () => {
  const closed = { ...initialReserves(2), isClosed: true }
  const dear: Offer = { id: 1n, amount: 10n * WAD, pricePerShare: (9n * WAD) / 10n }

  test("sells nothing: orders are filled and the rest stays with the buyer", () => {
    const bought = splitPurchase(100n * WAD, [dear], closed)
    expect(bought).toMatchObject({
      shares: 10n * WAD,
      toPool: 0n,
      unspent: 100n * WAD - orderCost(dear.amount, dear.pricePerShare),
    })
    expect([bought.newReserve, bought.newTotal]).toEqual([closed.reserve, closed.total])
    expect(splitPurchase(100n * WAD, [], closed)).toMatchObject({
      shares: 0n,
      fees: 0n,
      unspent: 100n * WAD,
    })
  })

  test("has no price that orders could be above", () => {
    expect(listFillableOffers([dear], closed)).toEqual([dear])
    expect(listFillableOffers([dear], initialReserves(2))).toEqual([])
  })
})

type Case = { depth: Reserves; offers: Offer[]; usdc: bigint }

/** Pools as purchases leave them, with up to six offers below their price. */
function randomCases(seed: string): Case[] {
  const random = randomNumbers(seed)
  return Array.from({ length: CASES }, () => {
    const open = initialReserves(2 + Number(random(149n)))
    const own = random(2n) * anyAmount(random, 10n ** 25n)
    const others = random(2n) * anyAmount(random, 10n ** 25n)
    const depth = { reserve: open.reserve + own, total: open.total + own + others }
    const offers = Array.from({ length: Number(random(7n)) }, (_, i) => ({
      id: BigInt(i),
      amount: anyAmount(random, 10n ** 23n),
      pricePerShare: 1n + random(spotPrice(depth)),
    }))
    return {
      depth,
      offers: listFillableOffers(offers, depth),
      usdc: anyAmount(random, 10n ** 24n),
    }
  })
}
