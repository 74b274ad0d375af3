import type { Address } from "viem"
import type { PlatformContracts } from "@/lib/chain/browser"
import { encodeCall, type PreparedCall } from "@/lib/chain/call"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import type { LoanRecord } from "./record"

/** `addDays` is 0 for a refinance only. `fee` is the fee of the added days, pulled if it is paid in USDB. */
export type ExtensionCall = {
  addDays: bigint
  payInUsdb: boolean
  refinance: boolean
  fee: bigint
}

type CalledLoan = Pick<LoanRecord, "hubId" | "coreId" | "debt"> & { token: { address: Address } }

/** The transactions of a loan of one source. Liquidations are the same for all sources. */
export type LoanCalls = {
  /** The id that actions use for the loan, together with its source. */
  loanId: (loan: Pick<CalledLoan, "hubId" | "coreId">) => number
  repay: (loan: CalledLoan) => PreparedCall
  extend?: (loan: CalledLoan, extension: ExtensionCall) => PreparedCall
  increase?: (loan: CalledLoan, amount: bigint) => PreparedCall
  /** `minOut` is the least amount of USDB. */
  sell?: (loan: CalledLoan, percentage: bigint, minOut: bigint) => PreparedCall
  /** Sends the owner the remainder of a liquidation. */
  claim?: (loan: CalledLoan) => PreparedCall
}

type HubContracts = Pick<PlatformContracts, "loanHub" | "usdb">

const abi = loanHubAbi

/** The id on the loan hub, which every loan but a leverage position has. */
function hubIdOf({ hubId }: Pick<CalledLoan, "hubId">): bigint {
  if (hubId === null) throw new Error("A leverage position is not on the loan hub")
  return hubId
}

/** Pledges an amount of TIDE or of a listed token. */
export const takeLoanCall = (
  { loanHub, mainToken }: Pick<PlatformContracts, "loanHub" | "mainToken">,
  { token, amount, days }: { token: Address; amount: bigint; days: bigint },
): PreparedCall => ({
  call: encodeCall(loanHub, {
    abi,
    functionName: "takeLoan",
    args: [mainToken, token, amount, days],
  }),
  approval: { token, spender: loanHub, amount },
})

/** Loans that the wallet has taken through the loan hub. */
export function hubCalls({ loanHub, usdb }: HubContracts): LoanCalls & {
  increase: NonNullable<LoanCalls["increase"]>
} {
  const payUsdb = (amount: bigint) => ({ token: usdb, spender: loanHub, amount })
  return {
    loanId: (loan) => Number(hubIdOf(loan)),
    repay: (loan) => ({
      call: encodeCall(loanHub, { abi, functionName: "repayLoan", args: [hubIdOf(loan)] }),
      approval: payUsdb(loan.debt),
    }),
    extend: (loan, { addDays, payInUsdb, refinance, fee }) => ({
      call: encodeCall(loanHub, {
        abi,
        functionName: "extendLoan",
        args: [hubIdOf(loan), addDays, payInUsdb, refinance],
      }),
      ...(payInUsdb && fee > 0n && { approval: payUsdb(fee) }),
    }),
    increase: (loan, amount) => ({
      call: encodeCall(loanHub, {
        abi,
        functionName: "increaseLoan",
        args: [hubIdOf(loan), amount],
      }),
      approval: { token: loan.token.address, spender: loanHub, amount },
    }),
    sell: (loan, percentage, minOut) => ({
      call: encodeCall(loanHub, {
        abi,
        functionName: "hubPartialLoanSell",
        args: [hubIdOf(loan), percentage, false, minOut],
      }),
    }),
    claim: (loan) => ({
      call: encodeCall(loanHub, { abi, functionName: "claimLiquidation", args: [hubIdOf(loan)] }),
    }),
  }
}

/** Ends an expired loan of any source; the caller receives a tenth of what remains after the debt. */
export const liquidationCall = (
  { mainToken }: Pick<PlatformContracts, "mainToken">,
  { coreId, borrower, source }: Pick<LoanRecord, "coreId" | "borrower" | "source">,
): PreparedCall => ({
  call: encodeCall(mainToken, {
    abi: mainTokenAbi,
    functionName: "LiquidateLoan",
    args: [coreId, borrower, source === "leverage"],
  }),
})
