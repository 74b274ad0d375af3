import type { LoanCalls } from "@/components/loans/loan-calls"
import { encodeCall } from "@/components/loans/loan-calls"
import type { PlatformContracts } from "@/lib/chain/browser"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { swapAbi } from "@/lib/chain/generated/Swap"

/** Leverage positions: TIDE's contract keeps them for the trader himself, the router sells parts of them. */
export function leverageCalls({ mainToken, swap, usdb }: PlatformContracts): LoanCalls {
  const call = (functionName: string, args: readonly unknown[]) =>
    encodeCall(mainToken, mainTokenAbi, functionName, args)
  const payUsdb = (amount: bigint) => ({ token: usdb, spender: mainToken, amount })
  return {
    repay: ({ coreId, debt }) => ({
      call: call("RepayLoan", [coreId, true]),
      approval: payUsdb(debt),
    }),
    extend: ({ coreId }, { addDays, payInUsdb, refinance, fee }) => ({
      call: call("ExtendLoan", [coreId, addDays, true, payInUsdb, refinance, false]),
      ...(payInUsdb && fee > 0n && { approval: payUsdb(fee) }),
    }),
    sell: ({ coreId }, percentage, minOut) => ({
      call: encodeCall(swap, swapAbi, "partialLoanSell", [coreId, percentage, true, minOut]),
    }),
    claim: ({ coreId }) => ({ call: call("ClaimLiquidation", [coreId, true]) }),
  }
}
