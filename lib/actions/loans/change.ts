import { readContract } from "viem/actions"
import { z } from "zod"
import { defineAction, positiveAmount } from "@/lib/actions/action"
import { usdbAsset } from "@/lib/actions/assets"
import type { Plan, PlanContext, PlannedFee } from "@/lib/actions/plan"
import type { PreparedCall } from "@/lib/chain/call"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { formatAmount } from "@/lib/format"
import { invalid } from "@/lib/http/errors"
import {
  extensionFee,
  type Loan,
  MAX_LOAN_DAYS,
  quoteExtension,
  quoteIncrease,
  settleSale,
} from "@/lib/loans/math"
import { readLoanRoute } from "@/lib/loans/onchain"
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
    const terms = { addDays, payInUsdb: payInStable, refinance, now: context.time }
    const quote = refinance
      ? quoteExtension(await readRoute(context, loan), toMath(loan), terms)
      : null
    const asset = usdbAsset(context)
    const fees: PlannedFee[] = [
      { kind: "extension", asset, amount: fee },
      { kind: "loan", asset, amount: quote?.refinanceFee ?? 0n },
    ]
    return { ...plan, fees }
  },
})

export const increaseLoan = defineAction({
  name: "loan.increase",
  summary: "Pledge more and borrow on it",
  fields: { ...loanFields, amount: positiveAmount.describe("of the collateral") },
  plan: async ({ amount, ...input }, context) => {
    const loan = await readLoan(context, input)
    if (!loan.calls.increase) throw notOffered(loan)
    const plan = await planChange(context, loan, loan.calls.increase(loan, amount), {
      title: `Add ${formatAmount(amount)} to the collateral`,
      effect: () => "The added collateral is lent on until the loan ends.",
    })
    const terms = { added: amount, now: context.time }
    const quote = quoteIncrease(await readRoute(context, loan), toMath(loan), terms)
    return {
      ...plan,
      fees: [{ kind: "loan", asset: usdbAsset(context), amount: quote?.fee ?? 0n }],
    }
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

/** Sells a part of a loan or of a leverage position; the remainder after the debt is paid out in USDB. */
export async function planSale(
  context: PlanContext,
  loan: PlannedLoan,
  percentage: number,
): Promise<Plan> {
  const { sell } = loan.calls
  if (!sell) throw notOffered(loan)
  const usdb = usdbAsset(context)
  const tax = await readSaleTax(context, loan, percentage)
  return {
    title: `Sell ${percentage}% of the ${loan.source === "leverage" ? "position" : "loan"}`,
    prepare: (minimum) => sell(loan, BigInt(percentage), minimum),
    assets: [usdb],
    bound: usdb.id,
    fees: [{ kind: "trade", asset: usdb, amount: tax }],
    effect: (flows) =>
      `${percentage}% of the debt is repaid from the collateral, and you receive ${formatAmount(flows.get(usdb.id) ?? 0n)} USDB.`,
  }
}

/** The tax of the part of the collateral that is sold; 0 where the contract cannot divide the loan. */
async function readSaleTax(context: PlanContext, loan: PlannedLoan, percentage: number) {
  const { client, contracts, wallet } = context
  const isLeverage = loan.source === "leverage"
  // For the other loans the hub is the borrower.
  const borrower = isLeverage ? wallet : contracts.loanHub
  const amounts = await readContract(client, {
    address: contracts.mainToken,
    abi: mainTokenAbi,
    functionName: "getPartialLoanSellAmounts",
    args: [loan.coreId, borrower, BigInt(percentage), isLeverage],
  }).catch(() => null)
  if (!amounts) return 0n
  const [mainToBurn, tokensToBurn, residual] = amounts
  const route = await readRoute(context, loan)
  const burned = route.token
    ? { burnedTide: mainToBurn, burned: tokensToBurn }
    : { burnedTide: 0n, burned: mainToBurn }
  const repaid = loan.debt - (loan.debt * BigInt(100 - percentage)) / 100n
  return settleSale(route, { ...burned, residual, repaid }).tax
}

const readRoute = ({ client, contracts, wallet }: PlanContext, { token }: PlannedLoan) =>
  readLoanRoute(client, contracts, token.address, wallet)

/** The loan in the form that fee computations take: neither the TIDE behind it nor the payout matters to them. */
const toMath = ({ collateral, debt, liquidationTime }: PlannedLoan): Loan => ({
  ...{ collateral, debt, liquidationTime, tideCollateral: 0n, borrowed: 0n },
})

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
    // An extension that is added to the debt moves no money.
    changes: [loan.record],
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
