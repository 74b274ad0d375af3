import { type LoanRoute, quotePartialSale } from "@/lib/loans/math"
import { quoteSell, routePrice } from "@/lib/tokens/pool-math"
import { WAD } from "@/lib/units"

/** The contract's facts about a leverage position; amounts in tokens and USDB. */
export type PositionFacts = {
  collateral: bigint
  debt: bigint
  /** Own money that went into it: `leverageBuyAmount`. */
  spent: bigint
  /** Paid to the trader by sales of parts and by refinancing. */
  cashedOut: bigint
}

/** The current value of an open position. Amounts in USDB, the price in USD. */
export type PositionValue = {
  price: bigint
  /** Value of the collateral at that price. */
  exposure: bigint
  /** The payout of selling the whole position; null where roundings forbid it. */
  bySale: bigint | null
  /** The remainder after repaying the debt and selling the collateral; negative when repaying costs more. */
  byRepaying: bigint
  /** The better of both, and its result against the money that went in. */
  closing: bigint
  profit: bigint
}

/** TIDE that the token's pool has lent is no part of the contract's answer; a sale of everything asks only for enough. */
const ENOUGH_TIDE = 2n ** 128n - 1n

/** An open position at the present reserves. */
export function valuePosition(route: LoanRoute, facts: PositionFacts): PositionValue {
  const { collateral, debt } = facts
  const loan = { collateral, debt, tideCollateral: ENOUGH_TIDE, borrowed: 0n, liquidationTime: 0n }
  const price = routePrice(route)
  return withProfit(facts, {
    price,
    exposure: (collateral * price) / WAD,
    bySale: quotePartialSale(route, loan, 100n)?.payout ?? null,
    byRepaying: quoteSell(route, collateral).amountOut - debt,
  })
}

/** The same value with the contract's own figure for selling the whole position. */
export function withContractSale(
  facts: PositionFacts,
  value: PositionValue,
  bySale: bigint | null,
): PositionValue {
  return withProfit(facts, { ...value, bySale })
}

function withProfit(
  { spent, cashedOut }: PositionFacts,
  value: Omit<PositionValue, "closing" | "profit">,
): PositionValue {
  const sale = value.bySale ?? 0n
  const closing = value.byRepaying > sale ? value.byRepaying : sale
  return { ...value, closing, profit: cashedOut + closing - spent }
}
