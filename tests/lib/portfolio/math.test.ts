import { describe, expect, test } from "vitest"
import {
  applyTransaction,
  type BetEntry,
  classifyTransaction,
  computeProfitOver,
  createPortfolio,
  type Delta,
  leverageKey,
  type MarketEntry,
  type TransactionEffects,
  unpaidStakes,
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

describe("loans", () => {
  const start = buy(usdb(10n), usdb(30n))
  const debtOf = (change: bigint, cash: bigint, ...deltas: Delta[]): TransactionEffects => ({
    ...{ deltas, cash, debt: change },
  })
  const profit = ({ portfolio }: ReturnType<typeof replay>) =>
    [...portfolio.positions.values()].reduce((sum, { realised }) => sum + realised, 0n)

  test("a loan costs its fee, and returning it nothing", () => {
    const taken = replay(start, debtOf(usdb(20n), usdb(19n)))
    expect(taken.results.at(-1)).toBe(-usdb(1n))
    expect(taken.portfolio).toMatchObject({ cash: -usdb(11n), debt: usdb(20n), contributed: 0n })
    const repaid = replay(start, debtOf(usdb(20n), usdb(19n)), debtOf(-usdb(20n), -usdb(20n)))
    expect(repaid.kelp).toMatchObject({ quantity: usdb(10n), cost: usdb(30n), realised: 0n })
    expect(repaid.portfolio).toMatchObject({ cash: -usdb(31n), debt: 0n, contributed: 0n })
    expect(profit(repaid)).toBe(-usdb(1n))
  })

  test("an extension that is paid is a cost, not a withdrawal", () => {
    const { portfolio, results } = replay(start, debtOf(0n, -usdb(2n)))
    expect(results.at(-1)).toBe(-usdb(2n))
    expect(portfolio.contributed).toBe(0n)
  })

  test("a liquidation sells what it takes for the debt it ends", () => {
    const { kelp, results } = replay(
      start,
      debtOf(usdb(20n), usdb(19n)),
      debtOf(-usdb(20n), 0n, delta(KELP, -usdb(5n))),
    )
    expect(results.at(-1)).toBe(usdb(5n))
    expect(kelp).toMatchObject({ quantity: usdb(5n), cost: usdb(15n), proceeds: usdb(20n) })
  })

  test("what leverage earns is what came out less what was put in, whichever way it ends", () => {
    const key = leverageKey(KELP, 1)
    const opened = debtOf(usdb(90n), -usdb(10n), delta(key, usdb(50n)))
    const sold = debtOf(-usdb(90n), usdb(14n), delta(key, -usdb(50n)))
    expect(profit(replay(opened, sold))).toBe(usdb(4n))
    const returned: TransactionEffects = {
      ...debtOf(-usdb(90n), -usdb(90n)),
      conversions: [{ from: key, amount: usdb(50n), to: KELP, received: usdb(50n) }],
    }
    const repaid = replay(opened, returned, sell(usdb(50n), usdb(104n)))
    expect(profit(repaid)).toBe(usdb(4n))
    expect(repaid.kelp).toMatchObject({ quantity: 0n, cost: 0n })
  })

  test("a purchase that is leveraged in part has both at what they cost", () => {
    const key = leverageKey(KELP, 1)
    const { portfolio, kelp } = replay(
      debtOf(usdb(30n), -usdb(30n), delta(KELP, usdb(1n)), delta(key, usdb(5n))),
    )
    expect(kelp).toMatchObject({ quantity: usdb(1n), cost: usdb(10n) })
    expect(portfolio.positions.get(key)).toMatchObject({ quantity: usdb(5n), cost: usdb(50n) })
    expect(portfolio.contributed).toBe(0n)
  })

  test("wrapping keeps the cost; the part that is unwrapped takes its part along", () => {
    const { portfolio, kelp } = replay(
      start,
      {
        ...{ deltas: [], cash: 0n },
        conversions: [{ from: KELP, amount: usdb(10n), to: TIDE, received: usdb(8n) }],
      },
      {
        ...{ deltas: [], cash: 0n },
        conversions: [{ from: TIDE, amount: usdb(4n), to: KELP, received: usdb(6n) }],
      },
    )
    expect(kelp).toMatchObject({ quantity: usdb(6n), cost: usdb(15n), spent: usdb(15n) })
    expect(portfolio.positions.get(TIDE)).toMatchObject({ quantity: usdb(4n), cost: usdb(15n) })
  })

  test("a debt that ends with tokens somebody else had promised counts as received", () => {
    const { portfolio, results } = replay(debtOf(usdb(20n), usdb(19n)), {
      ...debtOf(-usdb(20n), 0n),
      waived: usdb(20n),
    })
    expect(results.at(-1)).toBe(0n)
    expect(portfolio).toMatchObject({ cash: usdb(19n), debt: 0n, contributed: usdb(20n) })
  })

  test("cash less debt and cost is what was put in and earned, whatever happens", () => {
    const steps = fc.oneof(
      fc.tuple(amount, amount).map(([debt, cash]) => debtOf(debt, cash)),
      fc.tuple(amount, amount).map(([paid, size]) => debtOf(paid, 0n, delta(KELP, size))),
      fc.tuple(amount, amount).map(([paid, size]) => debtOf(-paid, 0n, delta(KELP, -size))),
      fc.tuple(amount, amount).map(([size, received]) => ({
        ...{ deltas: [], cash: 0n },
        conversions: [{ from: KELP, amount: size, to: TIDE, received }],
      })),
    )
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), (history) => {
        const { portfolio } = replay(...history)
        const positions = [...portfolio.positions.values()]
        const result = positions.reduce((sum, { realised, cost }) => sum + realised - cost, 0n)
        expect(portfolio.cash - portfolio.debt).toBe(portfolio.contributed + result)
        for (const { cost } of positions) expect(cost).toBeGreaterThanOrEqual(0n)
      }),
    )
  })
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

describe("bets in price rounds", () => {
  const bet = (stake: bigint): BetEntry => ({
    ...{ kind: "bet", contract: "0xb0", tf: 0, roundId: 1, side: 1, stake, cash: -stake },
  })
  const paid = (stake: bigint, cash: bigint): BetEntry => ({
    ...{ ...bet(stake), kind: cash === stake ? "betRefunded" : "betWon", cash },
  })
  const step = (...betEntries: BetEntry[]): TransactionEffects => ({
    deltas: [],
    cash: betEntries.reduce((sum, { cash }) => sum + cash, 0n),
    betEntries,
  })

  test("are neither deposits nor withdrawals; a payout has the result of all bets of its round", () => {
    const { portfolio, results } = replay(
      step(bet(usdb(10n))),
      step(bet(usdb(5n))),
      step(paid(usdb(15n), usdb(21n)), paid(usdb(3n), usdb(3n))),
    )
    expect(results).toEqual([0n, 0n, usdb(6n)])
    expect(portfolio).toMatchObject({ cash: usdb(9n), contributed: 0n })
  })

  test("that are lost remain among the unpaid stakes", () => {
    const { portfolio } = replay(step(bet(7n)), step(bet(3n)), step(paid(3n, 4n)))
    expect(unpaidStakes(portfolio)).toBe(7n)
  })

  test("leave the price of a trade in the same transaction as it is", () => {
    const { kelp, portfolio } = replay({
      ...buy(usdb(10n), usdb(34n)),
      betEntries: [bet(usdb(4n))],
    })
    expect(kelp).toMatchObject({ quantity: usdb(10n), cost: usdb(30n) })
    expect(portfolio.contributed).toBe(0n)
  })
})
