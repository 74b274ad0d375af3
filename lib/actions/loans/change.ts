import { z } from "zod"
import { defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import type { Plan, PlanContext } from "@/lib/actions/plan"
import { invalid } from "@/lib/api/errors"
import type { PreparedCall } from "@/lib/chain/call"
import { formatAmount } from "@/lib/format"
import { extensionFee, MAX_LOAN_DAYS } from "@/lib/loans/math"
import { collateralAsset, loanIdField, type PlannedLoan, readLoan, sourceField } from "./loan-plan"

const loanFields = { source: sourceField, loanId: loanIdField }

/** A sale takes tenths of a loan. */
export const percentageField = z.int().min(10).max(100).multipleOf(10)

export const repayLoan = defineAction({
  name: "loan.repay",
  summary: "Repay a loan; the collateral comes back",
  fields: loanFields,
  plan: async (input, context) => {
    const loan = await readLoan(context, input)
    return planChange(context, loan, loan.calls.repay(loan), {
      title: `Repay ${formatAmount(loan.debt)} USDB`,
      effect: (collateral) => `The debt is repaid, and you get ${collateral} back.`,
    })
  },
})

export const extendLoan = defineAction({
  name: "loan.extend",
  summary: "Extend a loan, or raise its debt to what the collateral is worth now",
  fields: {
    ...loanFields,
    days: z.int().min(0).max(Number(MAX_LOAN_DAYS)).describe("at least 10; 0 with refinance"),
    payInStable: z.boolean().default(true).describe("false: the fee is added to the debt"),
    refinance: z.boolean().default(false),
  },
  plan: async ({ days, payInStable, refinance, ...input }, context) => {
    const loan = await readLoan(context, input)
    if (!loan.calls.extend) throw notOffered(loan)
    const addDays = BigInt(days)
    const fee = extensionFee(loan.debt, addDays)
    const prepared = loan.calls.extend(loan, { addDays, payInUsdb: payInStable, refinance, fee })
    const plan = await planChange(context, loan, prepared, {
      title: refinance ? "Refinance the loan" : `Extend the loan by ${days} days`,
      effect: () => `The loan ends ${days} days later.${payInStable ? "" : " Its debt grows."}`,
    })
    return { ...plan, fees: [{ kind: "extension", asset: usdbAsset(context), amount: fee }] }
  },
})

export const increaseLoan = defineAction({
  name: "loan.increase",
  summary: "Pledge more and borrow on it",
  fields: { ...loanFields, amount: positiveAmount.describe("of the collateral") },
  plan: async ({ amount, ...input }, context) => {
    const loan = await readLoan(context, input)
    if (!loan.calls.increase) throw notOffered(loan)
    return planChange(context, loan, loan.calls.increase(loan, amount), {
      title: `Add ${formatAmount(amount)} to the collateral`,
      effect: () => "The added collateral is lent on until the loan ends.",
    })
  },
})

export const sellLoan = defineAction({
  name: "loan.sell",
  summary: "Sell a part of the collateral to repay that part of the debt",
  fields: { ...loanFields, percentage: percentageField },
  plan: async ({ percentage, ...input }, context) =>
    planSale(context, await readLoan(context, input), percentage),
})

export const claimLiquidation = defineAction({
  name: "loan.claim",
  summary: "Collect what a liquidation has left",
  fields: loanFields,
  plan: async (input, context) => {
    const loan = await readLoan(context, input)
    if (!loan.calls.claim) throw notOffered(loan)
    return planChange(context, loan, loan.calls.claim(loan), {
      title: "Claim what the liquidation has left",
      effect: (collateral) => `You receive ${collateral}.`,
    })
  },
})

/** The sale of a part of a loan or of a leverage position; what is left after the debt is paid in USDB. */
export async function planSale(
  context: PlanContext,
  loan: PlannedLoan,
  percentage: number,
): Promise<Plan> {
  const { sell } = loan.calls
  if (!sell) throw notOffered(loan)
  const usdb = usdbAsset(context)
  return {
    title: `Sell ${percentage}% of the ${loan.source === "leverage" ? "position" : "loan"}`,
    prepare: (minimum) => sell(loan, BigInt(percentage), minimum),
    assets: [usdb],
    bound: usdb.id,
    effect: (flows) =>
      `${percentage}% of the debt is repaid from the collateral, and you receive ${formatAmount(flows.get(usdb.id) ?? 0n)} USDB.`,
  }
}

type Texts = { title: string; effect: (collateral: string) => string }

async function planChange(
  context: PlanContext,
  loan: PlannedLoan,
  prepared: PreparedCall,
  { title, effect }: Texts,
): Promise<Plan> {
  const usdb = usdbAsset(context)
  const collateral = await collateralAsset(context, loan)
  return {
    title,
    prepare: () => prepared,
    assets: collateral.id === usdb.id ? [usdb] : [usdb, collateral],
    bound: null,
    effect: (flows) => {
      const received = flows.get(collateral.id) ?? 0n
      const paidOut = flows.get(usdb.id) ?? 0n
      const change = paidOut > 0n ? ` You receive ${formatAmount(paidOut)} USDB.` : ""
      return `${effect(`${formatAmount(received)} ${collateral.symbol}`)}${change}`
    },
  }
}

const notOffered = ({ source }: PlannedLoan) =>
  invalid("source", `${source} loans do not have this action`)
