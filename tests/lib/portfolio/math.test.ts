import { describe, expect, test } from "vitest"
import {
  applyTransaction,
  classifyTransaction,
  computeProfitOver,
  createPortfolio,
  type Delta,
  type MarketEntry,
  type TransactionEffects,
  valueAt,
} from "@/lib/portfolio/math"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"

const KELP = "0xaa"
const TIDE = "0xbb"

const usdb = (whole: bigint) => whole * WAD
const delta = (token: string, amount: bigint, value: bigint | null = null): Delta => ({
  token,
  amount,
  value,
})
const buy = (amount: bigint, paid: bigint): TransactionEffects => ({
  deltas: [delta(KELP, amount)],
  cash: -paid,
})
const sell = (amount: bigint, got: bigint): TransactionEffects => ({
  deltas: [delta(KELP, -amount)],
  cash: got,
})

function replay(...steps: TransactionEffects[]) {
  const portfolio = createPortfolio()
  const results = steps.map((step) => applyTransaction(portfolio, step))
  return { portfolio, results, kelp: portfolio.positions.get(KELP) }
}

describe("average-cost accounting", () => {
  test("a buy costs the USDB that left, taxes included", () => {
    const { kelp, portfolio } = replay(buy(usdb(10n), usdb(30n)))
    expect(kelp).toMatchObject({ quantity: usdb(10n), cost: usdb(30n), realised: 0n })
    expect(portfolio).toMatchObject({ cash: usdb(-30n), contributed: 0n })
  })

  test("a sale realises what it brought in less the average cost", () => {
    const { kelp, results } = replay(
      buy(usdb(10n), usdb(30n)),
      buy(usdb(10n), usdb(50n)),
      sell(usdb(5n), usdb(25n)),
    )
    expect(results.at(-1)).toBe(usdb(5n))
    expect(kelp).toMatchObject({ quantity: usdb(15n), cost: usdb(60n), realised: usdb(5n) })
  })

  test("selling everything leaves no cost behind", () => {
    const { kelp } = replay(buy(3n, 10n), sell(1n, 1n), sell(2n, 2n))
    expect(kelp).toMatchObject({ quantity: 0n, cost: 0n, realised: -7n, proceeds: 3n })
  })

  test("the cost of a part is rounded up, so that no result looks better than it is", () => {
    const { results } = replay(buy(3n, 10n), sell(1n, 4n))
    expect(results.at(-1)).toBe(0n)
  })

  test("a gift comes in at its market value and is no result", () => {
    const { kelp, portfolio } = replay({ deltas: [delta(KELP, usdb(2n), usdb(8n))], cash: 0n })
    expect(kelp).toMatchObject({ quantity: usdb(2n), cost: usdb(8n), realised: 0n })
    expect(portfolio.contributed).toBe(usdb(8n))
  })

  test("what is given away leaves at its average cost and is no result", () => {
    const { kelp, portfolio } = replay(buy(usdb(4n), usdb(8n)), {
      deltas: [delta(KELP, usdb(-1n), usdb(3n))],
      cash: 0n,
    })
    expect(kelp).toMatchObject({ quantity: usdb(3n), cost: usdb(6n), realised: 0n })
    expect(portfolio.contributed).toBe(usdb(-3n))
  })

  test("an exchange is a sale at the worth of what came in", () => {
    const { kelp, portfolio } = replay(buy(usdb(4n), usdb(8n)), {
      deltas: [delta(KELP, usdb(-4n)), delta(TIDE, usdb(7n), usdb(9n))],
      cash: 0n,
    })
    expect(kelp).toMatchObject({ quantity: 0n, realised: usdb(1n) })
    expect(portfolio.positions.get(TIDE)).toMatchObject({ cost: usdb(9n) })
    expect(portfolio.contributed).toBe(0n)
  })

  test.each<[string, TransactionEffects]>([
    ["bought", buy(1n, 1n)],
    ["sold", sell(1n, 1n)],
    ["received", { deltas: [], cash: 1n }],
    ["sent", { deltas: [], cash: -1n }],
    ["received", { deltas: [delta(KELP, 1n)], cash: 1n }],
    ["sent", { deltas: [delta(KELP, -1n)], cash: -1n }],
    ["exchanged", { deltas: [delta(KELP, -1n), delta(TIDE, 1n)], cash: 0n }],
    ["received", { deltas: [delta(KELP, 1n), delta(TIDE, 1n)], cash: 0n }],
  ])("a transaction is named %s", (kind, step) => {
    expect(classifyTransaction(step)).toBe(kind)
  })
})

describe("the profit of a time", () => {
  test("leaves out what was put in meanwhile", () => {
    expect(
      computeProfitOver([
        { worth: 100n, contributed: 90n },
        { worth: 500n, contributed: 90n },
        { worth: 215n, contributed: 190n },
      ]),
    ).toBe(15n)
  })

  test("is nothing where nothing is known", () => {
    expect(computeProfitOver([])).toBe(0n)
  })
})

const amount = fc.bigInt(1n, 10n ** 24n)
const step = fc.oneof(
  fc.record({ kind: fc.constant("buy"), amount, price: amount }),
  fc.record({ kind: fc.constant("sell"), amount, price: amount }),
  fc.record({ kind: fc.constant("gift"), amount, price: amount }),
  fc.record({ kind: fc.constant("give"), amount, price: amount }),
)

test("worth is what was put in plus both results, whatever happens", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), amount, (steps, price) => {
      const portfolio = createPortfolio()
      let givenAwayCost = 0n
      let givenAwayValue = 0n
      for (const each of steps) {
        const held = portfolio.positions.get(KELP)?.quantity ?? 0n
        const out = each.amount < held ? each.amount : held
        if (each.kind === "buy") applyTransaction(portfolio, buy(each.amount, each.price))
        if (each.kind === "gift") {
          applyTransaction(portfolio, { deltas: [delta(KELP, each.amount, each.price)], cash: 0n })
        }
        if (out === 0n) continue
        if (each.kind === "sell") applyTransaction(portfolio, sell(out, each.price))
        if (each.kind === "give") {
          const before = portfolio.positions.get(KELP)?.cost ?? 0n
          applyTransaction(portfolio, { deltas: [delta(KELP, -out, each.price)], cash: 0n })
          givenAwayCost += before - (portfolio.positions.get(KELP)?.cost ?? 0n)
          givenAwayValue += each.price
        }
      }
      const { quantity = 0n, cost = 0n, realised = 0n } = portfolio.positions.get(KELP) ?? {}
      const value = valueAt(quantity, price)
      expect(cost).toBeGreaterThanOrEqual(0n)
      expect(portfolio.cash + value).toBe(
        portfolio.contributed + givenAwayValue - givenAwayCost + realised + (value - cost),
      )
    }),
  )
})

describe("prediction markets", () => {
  const MARKET = "0xcc"
  const move = (
    kind: MarketEntry["kind"],
    cash: bigint,
    [outcome, shares]: [number | null, bigint] = [null, 0n],
  ): MarketEntry => ({ kind, token: MARKET, outcome, shares, cash })
  const step = (...market: MarketEntry[]): TransactionEffects => ({
    deltas: [],
    cash: market.reduce((sum, { cash }) => sum + cash, 0n),
    marketEntries: market,
  })
  const sums = ({ positions, cash, contributed }: ReturnType<typeof createPortfolio>) => ({
    cash,
    contributed,
    cost: [...positions.values()].reduce((sum, { cost }) => sum + cost, 0n),
    realised: [...positions.values()].reduce((sum, { realised }) => sum + realised, 0n),
  })

  test("shares are kept at what was paid; a sale takes its part", () => {
    const { portfolio, results } = replay(
      step(move("sharesBought", -usdb(10n), [0, usdb(20n)])),
      step(move("sharesSold", usdb(4n), [0, -usdb(5n)])),
    )
    expect(portfolio.positions.get(`${MARKET}:0`)).toMatchObject({
      quantity: usdb(15n),
      cost: 7_500_000_000_000_000_000n,
    })
    expect(results.at(-1)).toBe(1_500_000_000_000_000_000n)
    expect(portfolio.contributed).toBe(0n)
  })

  test("a redemption ends all shares of the market, those that lost too", () => {
    const { portfolio, results } = replay(
      step(move("sharesBought", -usdb(10n), [0, usdb(20n)])),
      step(move("sharesBought", -usdb(6n), [1, usdb(9n)])),
      step(move("redeemed", usdb(30n))),
    )
    expect(results.at(-1)).toBe(usdb(14n))
    expect(sums(portfolio)).toEqual({
      cash: usdb(14n),
      contributed: 0n,
      cost: 0n,
      realised: usdb(14n),
    })
  })

  test("bonds and bounties are results, not money put in or taken out", () => {
    const { portfolio } = replay(
      step(move("bond", -usdb(5n))),
      step(move("bondBack", usdb(10n))),
      step(move("bounty", usdb(2n))),
    )
    expect(sums(portfolio)).toEqual({
      cash: usdb(7n),
      contributed: 0n,
      cost: 0n,
      realised: usdb(7n),
    })
  })

  test("a token paid for shares is sold for what the shares have cost", () => {
    const { portfolio } = replay(buy(usdb(10n), usdb(30n)), {
      deltas: [delta(KELP, -usdb(10n))],
      cash: 0n,
      marketEntries: [move("sharesBought", -usdb(40n), [0, usdb(70n)])],
    })
    expect(portfolio.positions.get(KELP)).toMatchObject({ quantity: 0n, realised: usdb(10n) })
    expect(portfolio.positions.get(`${MARKET}:0`)).toMatchObject({ cost: usdb(40n) })
    expect(portfolio.cash).toBe(-usdb(30n))
  })

  test("cash is what was put in, realised, and not yet in shares", () => {
    const amounts = fc.bigInt({ min: 1n, max: usdb(1_000n) })
    const outcomes = fc.integer({ min: 0, max: 3 })
    const moves = fc.oneof(
      fc
        .tuple(amounts, amounts, outcomes)
        .map(([cash, shares, outcome]) => move("sharesBought", -cash, [outcome, shares])),
      fc
        .tuple(amounts, amounts, outcomes)
        .map(([cash, shares, outcome]) => move("sharesSold", cash, [outcome, -shares])),
      amounts.map((cash) => move("redeemed", cash)),
      amounts.map((cash) => move("bond", -cash)),
      amounts.map((cash) => move("bounty", cash)),
    )
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 30 }), (history) => {
        const { cash, contributed, cost, realised } = sums(
          replay(...history.map((one) => step(one))).portfolio,
        )
        expect(cash).toBe(contributed + realised - cost)
      }),
    )
  })
})
