import { describe, expect, test } from "vitest"
import { loanRouteAfterBuy, quoteLeverage } from "@/lib/loans/leverage-math"
import { type LoanRoute, quotePartialSale, withFloor } from "@/lib/loans/math"
import { closingValue } from "@/lib/loans/position-outcome"
import { valuePosition, withContractSale } from "@/lib/loans/position-value"
import { quoteSell, routePrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"
import { fc } from "@/tests/helpers/property"
import { amount, kelp, route, tide } from "./cases"

const onKelp: LoanRoute = { tide, token: withFloor(kelp), taxBasisPoints: 150n }
const terms = { days: 30n, now: 0n }

const open = (way: LoanRoute, paid: bigint) => {
  const { position, spent, after } = quoteLeverage(way, paid, terms)
  return { after, position, facts: { ...position, spent, cashedOut: 0n } }
}

describe("valuePosition", () => {
  test("is what closing pays, without the TIDE that the pool has lent", () => {
    fc.assert(
      fc.property(route, amount, (way, paid) => {
        const { after, position, facts } = open(way, paid)
        if (position.collateral === 0n) return
        const value = valuePosition(after, facts)
        expect(value.bySale).toBe(quotePartialSale(after, position, 100n)?.payout ?? null)
        expect(value.closing).toBe(closingValue(after, position))
        expect(value.profit).toBe(value.closing - facts.spent)
        expect(value.exposure).toBe((position.collateral * routePrice(after)) / WAD)
      }),
    )
  })

  test("far above the floor pays more by repaying than by a sale, whose collateral burns at the floor", () => {
    const { after, facts } = open(onKelp, 10n * WAD)
    const risen = loanRouteAfterBuy(after, 300n * WAD)
    const value = valuePosition(risen, facts)
    expect(value.byRepaying).toBe(quoteSell(risen, facts.collateral).amountOut - facts.debt)
    expect(value.byRepaying).toBeGreaterThan(value.bySale ?? 0n)
    expect(value.closing).toBe(value.byRepaying)
  })

  test("counts what parts have paid, and never loses more than was put in", () => {
    const { after, facts } = open(onKelp, 10n * WAD)
    const fallen = { ...after, taxBasisPoints: 9_999n }
    expect(valuePosition(fallen, facts).profit).toBeGreaterThanOrEqual(-facts.spent)
    const { profit } = valuePosition(after, facts)
    expect(valuePosition(after, { ...facts, cashedOut: WAD }).profit).toBe(profit + WAD)
  })

  test("takes the contract's word for a sale", () => {
    const { after, facts } = open(onKelp, 10n * WAD)
    const value = valuePosition(after, facts)
    const updated = withContractSale(facts, value, value.closing + 5n)
    expect(updated).toMatchObject({ closing: value.closing + 5n, profit: value.profit + 5n })
    expect(withContractSale(facts, value, null).closing).toBe(
      value.byRepaying > 0n ? value.byRepaying : 0n,
    )
  })
})
