import { parseEther } from "viem"
import { describe, expect, test } from "vitest"
import {
  collateralValue,
  extensionFee,
  type Loan,
  type LoanRoute,
  leastCollateral,
  leastForDebt,
  loanFee,
  loanRouteAfterSell,
  loanValue,
  MIN_REMAINDER,
  quoteExtension,
  quoteIncrease,
  quoteLiquidation,
  quoteLoan,
  quotePartialSale,
  remainingDays,
  splitFee,
  withFloor,
} from "@/lib/loans/math"
import { floorPrice, quoteSell, spotPrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"
import { amount, days, kelp, route, tide } from "./cases"

const DAY = 86_400n
const onTide: LoanRoute = { tide, token: null, taxBasisPoints: 50n }
const onKelp: LoanRoute = { tide, token: withFloor(kelp), taxBasisPoints: 150n }
const tenDays = { days: 10n, now: 0n }

const percent = fc.constantFrom(10n, 20n, 30n, 40n, 50n, 60n, 70n, 80n, 90n, 100n)

/** A loan on a part of the supply that is at least as large as the contract wants it. */
const taken = fc.tuple(route, fc.bigInt(1n, 100n), days).map(([way, part, forDays]) => {
  const { supply } = way.token ?? way.tide
  return { way, forDays, quote: quoteLoan(way, (supply * part) / 100n, { days: forDays, now: 0n }) }
})

describe("the worked loan on TIDE", () => {
  const { loan, fee, payout, after, isPossible } = quoteLoan(onTide, parseEther("100"), tenDays)

  test("borrows 97.95 USDB on 100 TIDE at 1 USDB for 10 days", () => {
    expect(loan.debt).toBe(parseEther("100"))
    expect(fee).toBe(parseEther("2.05"))
    expect(payout).toBe(parseEther("97.95"))
    expect(splitFee(fee)).toEqual({ tax: parseEther("1.025"), pool: parseEther("1.025") })
    expect(after.tide.reserve1).toBe(parseEther("11001.025"))
    expect(after.tide.supply).toBe(tide.supply)
    expect(loan.liquidationTime).toBe(10n * DAY)
    expect(isPossible).toBe(true)
  })

  test("is liquidated for less than the collateral, because the fee raised the price", () => {
    const { burned, liquidatorPart, claim, after: left } = quoteLiquidation(after, loan)
    // 100 · 11,000 / 11,001.025, rounded up
    expect(burned).toBe(99_990682686386041301n)
    expect(burned + liquidatorPart + claim).toBe(loan.collateral)
    expect(liquidatorPart).toBe((loan.collateral - burned) / 10n)
    expect(left.tide.reserve1).toBe(parseEther("10901.025"))
    expect(spotPrice(left.tide) >= spotPrice(after.tide)).toBe(true)
  })

  test("sold to a half, half the debt and half the collateral remain", () => {
    const sale = quotePartialSale(after, loan, 50n)
    expect(sale?.repaid).toBe(parseEther("50"))
    expect(sale?.burned).toBe(49_995341343193020651n)
    expect(sale?.residual).toBe(parseEther("50") - 49_995341343193020651n)
    expect(sale?.loan).toMatchObject({ collateral: parseEther("50"), debt: parseEther("50") })
    expect(sale?.loan?.borrowed).toBe(payout)
  })

  test("sold entirely, the rest is paid out less tax", () => {
    const sale = quotePartialSale(after, loan, 100n)
    expect(sale?.loan).toBeNull()
    expect(sale?.residual).toBe(parseEther("100") - (sale?.burned ?? 0n))
    expect((sale?.payout ?? 0n) > 0n).toBe(true)
    expect(sale?.tax).toBe(((sale?.payout ?? 0n) + (sale?.tax ?? 0n) + 199n) / 200n)
  })

  test("extended by 10 days, the fee is 0.05 % of the debt", () => {
    const terms = { addDays: 10n, refinance: false, now: DAY }
    const paid = quoteExtension(after, loan, { ...terms, payInUsdb: true })
    expect(paid).toMatchObject({ fee: parseEther("0.05"), payout: 0n })
    expect(paid?.loan).toEqual({ ...loan, liquidationTime: 20n * DAY })
    expect(paid?.after.tide.reserve1).toBe(parseEther("11001.05"))
    // Added to the debt it would exceed the value of the collateral, 100.0093 USDB.
    expect(quoteExtension(after, loan, { ...terms, payInUsdb: false })).toBeNull()
  })

  test("refinanced after a rise, it pays out the difference less its fee", () => {
    const risen = { ...after, tide: { ...after.tide, reserve1: parseEther("12100") } }
    const terms = { addDays: 0n, payInUsdb: true, refinance: true, now: DAY }
    const more = quoteExtension(risen, loan, terms)
    expect(more?.fee).toBe(0n)
    expect(more?.loan.debt).toBe(parseEther("110"))
    // 10 USDB less 2 % and 9 · 0.005 %
    expect(more?.payout).toBe(parseEther("9.7955"))
    expect(more?.loan.borrowed).toBe(payout + parseEther("9.7955"))
    expect(quoteExtension(after, loan, terms)).toBeNull()
  })

  test("increased by 10 TIDE for the days that remain, begun days included", () => {
    const more = quoteIncrease(onTide, loan, { added: parseEther("10"), now: 10n * DAY - 1n })
    expect(more?.fee).toBe(parseEther("0.2005"))
    expect(more?.payout).toBe(parseEther("9.7995"))
    expect(more?.loan).toMatchObject({ collateral: parseEther("110"), debt: parseEther("110") })
    expect(quoteIncrease(onTide, loan, { added: WAD, now: 10n * DAY })).toBeNull()
  })
})

describe("the worked loan on a token", () => {
  const { loan, fee, payout, after } = quoteLoan(onKelp, parseEther("10"), tenDays)
  const nearly = (value: bigint, exact: string) => {
    const short = parseEther(exact) - value
    expect(short).toBeGreaterThanOrEqual(0n)
    expect(short).toBeLessThan(1_000n)
  }

  test("counts the floor: 10 tokens with a floor of 1.5 TIDE give a debt of 15 USDB", () => {
    nearly(loan.tideCollateral, "15")
    nearly(loan.debt, "15")
    nearly(fee, "0.3075")
    nearly(payout, "14.6925")
    expect(after.token).toEqual(onKelp.token)
    expect(after.tide.reserve1).toBe(tide.reserve1 + fee - fee / 2n)
  })

  test("is liquidated in both pools", () => {
    const { burned, after: left } = quoteLiquidation(after, loan)
    expect(burned).toBeLessThan(loan.collateral)
    const { tideCollateral } = leastForDebt(after, loan.debt)
    expect(left.token?.reserve1).toBe(kelp.reserve1 - tideCollateral)
    expect(left.token?.supply).toBe(kelp.supply - burned)
    expect(left.tide.supply).toBe(tide.supply - tideCollateral)
    expect(left.tide.reserve1).toBe(after.tide.reserve1 - loan.debt)
    expect(tideCollateral).toBeLessThan(loan.tideCollateral)
  })

  test("grows its TIDE when a fee is added to the debt", () => {
    // Somebody's trades have raised the floor.
    const risen = { ...after, token: withFloor(kelp, parseEther("1.6")) }
    const terms = { addDays: 100n, payInUsdb: false, refinance: false, now: 0n }
    const extended = quoteExtension(risen, loan, terms)
    expect(extended?.loan.debt).toBe(loan.debt + extensionFee(loan.debt, 100n))
    const needed = leastForDebt(risen, extended?.loan.debt ?? 0n).tideCollateral
    expect(extended?.loan.tideCollateral).toBe(needed)
    expect(needed).toBeGreaterThan(loan.tideCollateral)
  })

  test("sold, it pays more when the debt is repaid first: the price is above the floor", () => {
    const sale = quotePartialSale(after, loan, 100n)
    const repaid = quoteSell(after, loan.collateral).amountOut - loan.debt
    expect(repaid).toBeGreaterThan(sale?.payout ?? 0n)
  })
})

describe("what an extension refuses", () => {
  const { loan, after } = quoteLoan(onTide, parseEther("100"), tenDays)
  const terms = { addDays: 10n, payInUsdb: true, refinance: false, now: DAY }
  test.each([
    ["fewer than ten days", { addDays: 9n }],
    ["no days without a refinance", { addDays: 0n }],
    ["an expired loan", { now: 10n * DAY }],
    ["more than 1,000 days from now", { addDays: 992n }],
  ])("%s", (_, change) => {
    expect(quoteExtension(after, loan, { ...terms, ...change })).toBeNull()
  })
  test("and 1,000 days from now are allowed", () => {
    expect(quoteExtension(after, loan, { ...terms, addDays: 991n })).not.toBeNull()
  })
})

test.each([
  [0n, 10n * DAY, 10n],
  [1n, 10n * DAY, 10n],
  [DAY, 10n * DAY, 9n],
  [10n * DAY - 1n, 10n * DAY, 1n],
  [10n * DAY, 10n * DAY, 0n],
  [11n * DAY, 10n * DAY, 0n],
])("from %s to %s remain %s days", (now, until, left) => {
  expect(remainingDays(until, now)).toBe(left)
})

test("a loan is possible from 0.99 USDB and 10 to 1,000 days on", () => {
  const possible = (tokens: string, forDays: bigint) =>
    quoteLoan(onTide, parseEther(tokens), { days: forDays, now: 0n }).isPossible
  expect(possible("0.99", 10n)).toBe(true)
  expect(possible("0.989999", 10n)).toBe(false)
  expect(possible("1", 9n)).toBe(false)
  expect(possible("1", 1_000n)).toBe(true)
  expect(possible("1", 1_001n)).toBe(false)
})

describe("over random pools", () => {
  test("the least collateral covers a value, and one wei less does not", () => {
    fc.assert(
      fc.property(route, amount, ({ tide: hub, token }, value) => {
        const pool = token ?? withFloor(hub)
        const least = leastCollateral(pool, value)
        expect(collateralValue(pool, least) >= value).toBe(true)
        expect(collateralValue(pool, least - 1n) < value).toBe(true)
        expect(leastCollateral(pool, collateralValue(pool, value)) <= value).toBe(true)
      }),
    )
  })

  test("collateral is never worth more than its sale would bring at the spot price", () => {
    fc.assert(
      fc.property(route, amount, (way, tokens) => {
        const pool = way.token ?? withFloor(way.tide)
        expect(collateralValue(pool, tokens) * WAD <= tokens * (spotPrice(pool) + 1n)).toBe(true)
      }),
    )
  })

  test("fees and payout add up to the debt, and both halves to the fee", () => {
    fc.assert(
      fc.property(taken, ({ quote, forDays }) => {
        expect(quote.fee).toBe(loanFee(quote.loan.debt, forDays))
        expect(quote.payout + quote.fee).toBe(quote.loan.debt)
        const { tax, pool } = splitFee(quote.fee)
        expect(tax + pool).toBe(quote.fee)
        expect(pool - tax === 0n || pool - tax === 1n).toBe(true)
      }),
    )
  })

  test("a debt is covered, and a liquidation lowers neither TIDE's price nor the floor", () => {
    fc.assert(
      fc.property(taken, ({ quote }) => {
        const { after, loan } = quote
        expect(loanValue(after, loan.collateral).debt >= loan.debt).toBe(true)
        const end = quoteLiquidation(after, loan)
        expect(end.claim >= 0n && end.burned <= loan.collateral).toBe(true)
        const { tide: before } = after
        // Compared as fractions: r1' / r0' >= r1 / r0.
        const reserve = ({ base0, supply }: typeof before) => base0 + supply
        const rises =
          end.after.tide.reserve1 * reserve(before) >= before.reserve1 * reserve(end.after.tide)
        expect(rises).toBe(true)
        const now = end.after.token && floorPrice(end.after.token)
        const then = after.token?.floor ?? 0n
        // The floor's own error, as in the pools' tests.
        expect((now ?? then) + then / 10n ** 15n + 2n >= then).toBe(true)
      }),
    )
  })

  test("after a partial sale the rest covers the rest of the debt", () => {
    fc.assert(
      fc.property(taken, percent, ({ quote }, percentage) => {
        fc.pre(quote.loan.debt >= MIN_REMAINDER * 1_000n)
        const sale = quotePartialSale(quote.after, quote.loan, percentage)
        expect(sale).not.toBeNull()
        const left = sale?.loan
        expect(left === null).toBe(percentage === 100n)
        if (!sale || !left) return
        expect(left.debt + sale.repaid).toBe(quote.loan.debt)
        expect(left.collateral + sale.burned + sale.residual).toBe(quote.loan.collateral)
        expect(left.tideCollateral + sale.burnedTide <= quote.loan.tideCollateral).toBe(true)
        expect(loanValue(sale.after, left.collateral).debt >= left.debt).toBe(true)
      }),
    )
  })

  test("a loan can be sold part by part until too little of it is left", () => {
    fc.assert(
      fc.property(taken, fc.constantFrom(10n, 30n, 50n), ({ quote }, percentage) => {
        let [way, loan] = [quote.after, quote.loan]
        for (let sales = 0; sales < 20; sales++) {
          const sale = quotePartialSale(way, loan, percentage)
          const isTooSmall = (loan.debt * (100n - percentage)) / 100n < MIN_REMAINDER
          expect(sale === null).toBe(isTooSmall)
          if (!sale?.loan) return
          ;[way, loan] = [sale.after, sale.loan]
        }
      }),
    )
  })

  test("taking a loan and closing it, whichever way, never pays", () => {
    fc.assert(
      fc.property(taken, ({ way, quote }) => {
        const { after, loan, payout } = quote
        const kept = quoteSell(way, loan.collateral).amountOut
        const sold = quotePartialSale(after, loan, 100n)?.payout ?? 0n
        const repaid = quoteSell(after, loan.collateral).amountOut - loan.debt
        // The own fee raises the price by less than it costs.
        expect(payout + repaid <= kept + quote.fee).toBe(true)
        expect(payout + repaid - quote.fee / 2n <= kept).toBe(true)
        expect(sold >= 0n).toBe(true)
      }),
    )
  })

  test("an increase leaves the whole debt covered", () => {
    fc.assert(
      fc.property(taken, fc.bigInt(0n, 100n), ({ quote }, part) => {
        const { loan, after } = quote
        const more = quoteIncrease(after, loan, {
          added: (loan.collateral * part) / 100n,
          now: DAY,
        })
        fc.pre(more !== null)
        if (!more) return
        const most = loanValue(more.after, more.loan.collateral)
        expect(most.debt >= more.loan.debt).toBe(true)
        expect(most.tideCollateral >= more.loan.tideCollateral).toBe(true)
        expect(more.loan.borrowed).toBe(loan.borrowed + more.payout)
      }),
    )
  })

  test("an extension or a refinance leaves the debt covered", () => {
    const terms = fc.record({
      addDays: fc.constantFrom(0n, 10n, 100n),
      payInUsdb: fc.boolean(),
      refinance: fc.boolean(),
      now: fc.constantFrom(1n, 5n * DAY),
    })
    fc.assert(
      fc.property(taken, terms, fc.bigInt(0n, 90n), ({ quote }, extension, sold) => {
        const { supply } = quote.after.token ?? quote.after.tide
        const free = supply - quote.loan.collateral
        const later = loanRouteAfterSell(quote.after, (free * sold) / 100n)
        const extended = quoteExtension(later, quote.loan, extension)
        if (!extended) return
        const { loan, after, payout, fee } = extended
        expect(isCovered(after, loan)).toBe(true)
        expect(loan.liquidationTime - quote.loan.liquidationTime).toBe(extension.addDays * DAY)
        expect(fee).toBe(extensionFee(quote.loan.debt, extension.addDays))
        expect(payout > 0n).toBe(extension.refinance)
      }),
    )
  })
})

function isCovered(way: LoanRoute, loan: Loan): boolean {
  const most = loanValue(way, loan.collateral)
  return most.debt >= loan.debt && most.tideCollateral >= loan.tideCollateral
}
