import type { PlatformContracts } from "@/lib/chain/browser"
import { encodeCall } from "@/lib/chain/call"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { closeLeverageCall } from "@/lib/tokens/trade-calls"
import type { LoanCalls } from "./calls"

const abi = mainTokenAbi

/** Leverage positions: TIDE's contract keeps them for the trader directly, and the router sells parts of them. */
export function leverageCalls({
  mainToken,
  swap,
  usdb,
}: Pick<PlatformContracts, "mainToken" | "swap" | "usdb">): LoanCalls & {
  sell: NonNullable<LoanCalls["sell"]>
} {
  const payUsdb = (amount: bigint) => ({ token: usdb, spender: mainToken, amount })
  return {
    loanId: ({ coreId }) => Number(coreId),
    repay: ({ coreId, debt }) => ({
      call: encodeCall(mainToken, { abi, functionName: "RepayLoan", args: [coreId, true] }),
      approval: payUsdb(debt),
    }),
    extend: ({ coreId }, { addDays, payInUsdb, refinance, fee }) => ({
      call: encodeCall(mainToken, {
        abi,
        functionName: "ExtendLoan",
        args: [coreId, addDays, true, payInUsdb, refinance, false],
      }),
      ...(payInUsdb && fee > 0n && { approval: payUsdb(fee) }),
    }),
    sell: ({ coreId }, percentage, minimumOut) =>
      closeLeverageCall({ swap }, { loanId: coreId, percentage, minimumOut }),
    claim: ({ coreId }) => ({
      call: encodeCall(mainToken, { abi, functionName: "ClaimLiquidation", args: [coreId, true] }),
    }),
  }
}
