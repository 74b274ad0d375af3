import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { amount, booleanParam, isoDate, rowId } from "@/lib/http/wire"
import { loanActions, loanSources } from "./constants"

const source = z.enum(loanSources)
const action = z.enum(loanActions)

/** A loan or leverage position in its present state. */
export const loan = z
  .object({
    wallet: z.string().describe("the user, also where the vault or the vesting contract borrows"),
    source,
    ecosystem: z.string().describe("the hub token"),
    loanId: z.int().describe("id on the hub token; leverage positions count separately"),
    hubId: z.int().nullable().describe("id on the loan hub; null for leverage"),
    token: z.string().describe("collateral"),
    collateralAmount: amount.describe("base units of the collateral"),
    borrowedAmount: amount.describe("USDB paid out"),
    fullAmount: amount.describe("USDB to repay"),
    liquidationTime: z.int().describe("Unix seconds"),
    creationTime: z.int().describe("Unix seconds"),
    isLiquidated: z.boolean(),
    active: z.boolean().describe("has a debt and was not liquidated"),
    daysCount: z.int(),
    expiresAt: isoDate.describe("the liquidation time"),
    txHash: z.string().describe("creating transaction"),
    createdAt: isoDate,
    updatedAt: isoDate.describe("block time of the last change"),
  })
  .meta({ id: "Loan" })

export const loanPage = offsetPage(loan)

export const loanListQuery = offsetQuery.extend({
  source: source.optional(),
  active: booleanParam.optional(),
})
export type LoanListQuery = z.output<typeof loanListQuery>

/** The state of a loan in the answer of the sync endpoint. */
export const touchedLoan = loan.omit({
  txHash: true,
  createdAt: true,
  updatedAt: true,
  creationTime: true,
})

export type TouchedLoan = z.output<typeof touchedLoan>

export const loanEvent = z
  .object({
    id: rowId,
    wallet: z.string(),
    source,
    action,
    loanId: z.int().describe("id on the hub token"),
    hubId: z.int().nullable(),
    txHash: z.string(),
    blockNumber: z.int(),
    data: z
      .string()
      .describe("JSON text of one flat object; amounts in it are strings")
      .meta({ examples: ['{"days": 30, "refinance": false}'] }),
    timestamp: isoDate.describe("block time"),
  })
  .meta({ id: "LoanEvent" })

export const loanEventPage = offsetPage(loanEvent)

export const loanEventListQuery = offsetQuery.extend({
  source: source.optional(),
  action: action.optional(),
})
export type LoanEventListQuery = z.output<typeof loanEventListQuery>

/** A loan of a wallet as the pages list it, with its token. */
export const walletLoan = loan
  .pick({
    wallet: true,
    source: true,
    loanId: true,
    hubId: true,
    token: true,
    collateralAmount: true,
    borrowedAmount: true,
    fullAmount: true,
    liquidationTime: true,
    creationTime: true,
    isLiquidated: true,
    active: true,
  })
  .extend({
    borrower: z.string().describe("whose the loan is in the core book"),
    symbol: z.string(),
    name: z.string(),
    image: z.string().nullable(),
  })

export type WalletLoan = z.output<typeof walletLoan>

/** Loans that expire soon. */
export const dueLoans = z.object({
  data: z.array(walletLoan),
  time: z.int().describe("chain time, Unix seconds"),
})

export type DueLoans = z.output<typeof dueLoans>

/** A token that can be pledged. */
export const collateralToken = z.object({
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  multiplier: z.int(),
})

export type CollateralToken = z.output<typeof collateralToken>
