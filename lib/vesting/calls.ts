import { type Address, encodeFunctionData } from "viem"
import type { PlatformContracts } from "@/lib/chain/browser"
import type { PreparedCall } from "@/lib/chain/call"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { LoanCalls } from "@/lib/loans/calls"

const abi = vestingAbi

/** Transactions of one schedule. */
export function scheduleCalls({ vesting, usdb }: PlatformContracts, vestingId: number) {
  const id = BigInt(vestingId)
  const call = (title: string, data: `0x${string}`): PreparedCall => ({
    title,
    call: { to: vesting, data },
  })
  return {
    claim: (title: string) =>
      call(title, encodeFunctionData({ abi, functionName: "claimTokens", args: [id] })),
    extend: (title: string, days: bigint) =>
      call(
        title,
        encodeFunctionData({ abi, functionName: "extendVestingPeriod", args: [id, days] }),
      ),
    changeBeneficiary: (title: string, wallet: Address) =>
      call(
        title,
        encodeFunctionData({ abi, functionName: "changeBeneficiary", args: [id, wallet] }),
      ),
    transferCreatorRole: (title: string, wallet: Address) =>
      call(
        title,
        encodeFunctionData({ abi, functionName: "transferCreatorRole", args: [id, wallet] }),
      ),
    addTokens: (title: string, token: Address, amount: bigint): PreparedCall => ({
      ...call(
        title,
        encodeFunctionData({ abi, functionName: "addTokensToVesting", args: [id, amount] }),
      ),
      approval: { token, spender: vesting, amount },
    }),
    takeLoan: (title: string) =>
      call(title, encodeFunctionData({ abi, functionName: "takeLoanOnVesting", args: [id] })),
    repayLoan: (title: string, debt: bigint): PreparedCall => ({
      ...call(title, encodeFunctionData({ abi, functionName: "repayLoanOnVesting", args: [id] })),
      approval: { token: usdb, spender: vesting, amount: debt },
    }),
  }
}

/** The loan on a schedule can be repaid, but neither extended nor increased. */
export const scheduleLoanCalls = (contracts: PlatformContracts, vestingId: number): LoanCalls => ({
  loanId: () => vestingId,
  repay: ({ debt }) => scheduleCalls(contracts, vestingId).repayLoan("Repay", debt),
})

export type ScheduleCalls = ReturnType<typeof scheduleCalls>
