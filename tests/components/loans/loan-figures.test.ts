import { describe, expect, test } from "vitest"
import { listActions } from "@/components/loans/actions/available"
import {
  describeLoan,
  describeSale,
  findExtensionProblem,
  mostExtraDays,
} from "@/components/loans/loan-figures"
import { toAddress } from "@/lib/chain/browser"
import { loanErrors } from "@/lib/errors/loans"
import { hubCalls } from "@/lib/loans/calls"
import {
  type LoanRoute,
  loanValue,
  quoteLiquidation,
  quoteLoan,
  quotePartialSale,
  routeAfterFee,
  withFloor,
} from "@/lib/loans/math"
import { closingValue } from "@/lib/loans/position-outcome"
import { type LoanRecord, loanName, loanStatus, toMathLoan } from "@/lib/loans/record"
import { quoteSell } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"
import { amount, days, kelp, route, tide } from "@/tests/lib/loans/cases"

const DAY = 86_400n
const NOW = 1_790_000_000n
const onTide: LoanRoute = { tide, token: null, taxBasisPoints: 50n }
const onKelp: LoanRoute = { tide, token: withFloor(kelp), taxBasisPoints: 150n }

const contracts = {
  loanHub: toAddress(`0x${"a1".repeat(20)}`),
  mainToken: toAddress(`0x${"a2".repeat(20)}`),
  usdb: toAddress(`0x${"a3".repeat(20)}`),
}
// The calls use these three alone.
const calls = hubCalls(contracts as Parameters<typeof hubCalls>[0])

function record(route: LoanRoute, change: Partial<LoanRecord> = {}): LoanRecord {
  const { loan } = quoteLoan(route, 100n * WAD, { days: 30n, now: NOW })
  return {
    source: "hub",
    owner: toAddress(`0x${"b1".repeat(20)}`),
    borrower: contracts.loanHub,
    coreId: 7n,
    hubId: 3n,
    token: {
      address: toAddress(`0x${"c1".repeat(20)}`),
      symbol: "KELP",
      name: "Kelp",
      image: null,
    },
    ...loan,
    createdAt: NOW,
    liquidated: 0n,
    claim: 0n,
    isActive: true,
    isLiquidated: false,
    ...change,
  }
}

test("the terms are the twin's, and their parts add up to the wei", () => {
  fc.assert(
    fc.property(route, amount, days, (pools, collateral, term) => {
      const terms = describeLoan(pools, collateral, { days: term, now: NOW })
      const quote = quoteLoan(pools, collateral, { days: term, now: NOW })
      expect(terms).toMatchObject({
        debt: quote.loan.debt,
        fee: quote.fee,
        payout: quote.payout,
        expiresAt: NOW + term * DAY,
      })
      expect(terms.payout + terms.fee).toBe(terms.debt)
      expect(terms.origination + terms.interest).toBe(terms.fee)
      expect(terms.origination).toBeGreaterThanOrEqual(0n)
      expect(terms.toTax + terms.toPool).toBe(terms.fee)
      expect(terms.toPool - terms.toTax).toBeLessThanOrEqual(1n)
      expect(terms.burned + terms.leftToClaim).toBeLessThanOrEqual(collateral)
      // What is written under the picture: no price ends the loan.
      expect(loanValue(quote.after, collateral).debt).toBeGreaterThanOrEqual(terms.debt)
    }),
  )
})

test("100 USDB of debt for 90 days cost 2 and 0.45", () => {
  const flat = { ...onTide, tide: { ...tide, base0: 10_000n * WAD, reserve1: 11_000n * WAD } }
  const terms = describeLoan(flat, 100n * WAD, { days: 90n, now: NOW })
  expect(terms).toMatchObject({
    debt: 100n * WAD,
    origination: 2n * WAD,
    interest: (45n * WAD) / 100n,
    dailyInterest: (5n * WAD) / 1_000n,
    payout: (9_755n * WAD) / 100n,
  })
})

describe.each([
  ["TIDE", onTide],
  ["a token", onKelp],
])("a sale of a part of a loan on %s", (_, pools) => {
  const loan = quoteLoan(pools, 100n * WAD, { days: 30n, now: NOW }).loan
  // As later, when the fee has raised the price.
  const later = routeAfterFee(pools, WAD)

  test.each([10n, 50n, 100n])(
    "of %s % has the figures of the twin of the contract",
    (percentage) => {
      const twin = quotePartialSale(later, loan, percentage)
      if (!twin) throw new Error("The loan cannot be sold")
      const { burnedTide, burned, residual } = twin
      const sale = describeSale(later, loan, { burnedTide, burned, residual, percentage })
      expect(sale).toMatchObject({ repaid: twin.repaid, payout: twin.payout, tax: twin.tax })
      expect(sale.remainingDebt).toBe(twin.loan?.debt ?? 0n)
      expect(sale.burnedMarketValue).toBe(quoteSell(later, burned).amountOut)
    },
  )

  test("of all of it is compared with repaying, which a position closes with if it is better", () => {
    const twin = quotePartialSale(later, loan, 100n)
    if (!twin) throw new Error("The loan cannot be sold")
    const sale = describeSale(later, loan, { ...twin, percentage: 100n })
    const best = closingValue(later, loan)
    expect([sale.payout, sale.byRepaying]).toContain(best)
    const isRepayingBetter = (sale.byRepaying ?? 0n) > sale.payout
    // Collateral of a token with a floor below its price burns at that floor.
    expect(isRepayingBetter).toBe(pools.token !== null)
  })
})

describe("an extension that is refused says why", () => {
  const loan = toMathLoan(record(onTide))
  const terms = { addDays: 30n, payInUsdb: true, refinance: false, now: NOW }
  const problem = (change: Partial<typeof terms>, pools = onTide) =>
    findExtensionProblem(pools, loan, { ...terms, ...change })

  test.each([
    ["LoanExpired", { now: NOW + 30n * DAY }],
    ["InvalidDays", { addDays: 9n }],
    ["TermTooLong", { addDays: 971n }],
    ["DebtNotCovered", { payInUsdb: false }],
    ["NothingToRefinance", { refinance: true }],
    ["NothingToRefinance", { addDays: 0n, refinance: true }],
  ])("%s", (name, change) => {
    expect(problem(change)).toEqual(loanErrors[name])
  })

  test("nothing when it is possible", () => {
    const risen = routeAfterFee(onTide, 500n * WAD)
    expect(problem({})).toBeNull()
    expect(problem({ addDays: 970n })).toBeNull()
    expect(problem({ payInUsdb: false, refinance: true }, risen)).toBeNull()
    expect(problem({ addDays: 0n, refinance: true }, risen)).toBeNull()
  })

  test("the most days are the last ones that are accepted", () => {
    expect(mostExtraDays(loan, NOW)).toBe(970n)
    expect(mostExtraDays(loan, NOW + 1n)).toBe(970n)
    expect(mostExtraDays(loan, NOW - 1n)).toBe(969n)
  })
})

describe("a card", () => {
  const actions = (loan: LoanRecord, now: bigint, isOwner = true, pools = onTide) =>
    listActions({ loan, status: loanStatus(loan, now), calls, route: pools, now, isOwner }).map(
      ({ action }) => action,
    )
  const end = NOW + 30n * DAY

  test("changes by itself at the second of the expiry", () => {
    const loan = record(onTide)
    expect(loanStatus(loan, end - 1n)).toBe("open")
    expect(loanStatus(loan, end)).toBe("expired")
    expect(actions(loan, end - 1n)).toEqual(["repay", "extend", "increase", "sell"])
    expect(actions(loan, end)).toEqual(["repay", "sell", "liquidate"])
  })

  test("offers to refinance once the value has risen, and others nothing but the liquidation", () => {
    const loan = record(onTide)
    const risen = routeAfterFee(onTide, 500n * WAD)
    expect(actions(loan, NOW, true, risen)).toContain("refinance")
    expect(actions(loan, NOW, false, risen)).toEqual([])
    expect(actions(loan, end, false)).toEqual(["liquidate"])
  })

  test("offers what a liquidation has left until it is claimed", () => {
    const { burned, claim } = quoteLiquidation(onTide, toMathLoan(record(onTide)))
    const ended = { isActive: false, isLiquidated: true, liquidated: burned }
    expect(actions(record(onTide, { ...ended, claim: claim + 1n }), end)).toEqual(["claim"])
    expect(actions(record(onTide, { ...ended, claim: 0n }), end)).toEqual([])
    expect(actions(record(onTide, { isActive: false }), end)).toEqual([])
  })

  test("approves exactly what a call pulls", () => {
    const loan = record(onTide)
    expect(calls.repay(loan).approval).toEqual({
      token: contracts.usdb,
      spender: contracts.loanHub,
      amount: loan.debt,
    })
    const extension = { addDays: 30n, refinance: false, fee: 5n }
    expect(calls.extend?.(loan, { ...extension, payInUsdb: true }).approval?.amount).toBe(5n)
    expect(calls.extend?.(loan, { ...extension, payInUsdb: false }).approval).toBeUndefined()
    expect(calls.increase(loan, 9n).approval).toMatchObject({
      token: loan.token.address,
      amount: 9n,
    })
    expect(calls.sell?.(loan, 50n, 1n).approval).toBeUndefined()
    expect(loanName(loan)).toBe(`loan.hub.7.${loan.owner}`)
  })
})
