import { z } from "zod"
import { amount, isoDate } from "@/lib/http/wire"
import { loanSources } from "./constants"

export const source = z.enum(loanSources)

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

/** The state of a loan in the answer of the sync endpoint. */
export const touchedLoan = loan.omit({
  txHash: true,
  createdAt: true,
  updatedAt: true,
  creationTime: true,
})

export type TouchedLoan = z.output<typeof touchedLoan>
