import { z } from "zod"
import { offsetPage, offsetQuery } from "@/lib/http/pagination"
import { booleanParam, isoDate, rowId } from "@/lib/http/wire"
import { loanActions } from "./constants"
import { loan, source } from "./loan-schema"

const action = z.enum(loanActions)

export const loanPage = offsetPage(loan)

export const loanListQuery = offsetQuery.extend({
  source: source.optional(),
  active: booleanParam.optional(),
})
export type LoanListQuery = z.output<typeof loanListQuery>

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
