import { type Abi, type Address, type Client, encodeFunctionData, erc20Abi } from "viem"
import { readContract } from "viem/actions"
import type { TransactionRequest } from "@/components/wallet/transactions/use-transaction"
import type { PlatformContracts } from "@/lib/chain/browser"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import type { LoanRecord } from "./loan"

export type LoanCall = Pick<TransactionRequest, "call" | "approval">

/** `addDays` is 0 for a refinance alone. `fee` is the fee of the added days, pulled if it is paid in USDB. */
export type ExtensionCall = {
  addDays: bigint
  payInUsdb: boolean
  refinance: boolean
  fee: bigint
}

/**
 * The transactions of a loan of one source. A card offers what is there; liquidations are the same for all sources.
 */
export type LoanCalls = {
  repay: (loan: LoanRecord) => LoanCall
  extend?: (loan: LoanRecord, extension: ExtensionCall) => LoanCall
  increase?: {
    call: (loan: LoanRecord, amount: bigint) => LoanCall
    /** What the owner can add. */
    readAvailable: (client: Client, loan: LoanRecord) => Promise<bigint>
  }
  /** `minOut` is the least amount of USDB. */
  sell?: (loan: LoanRecord, percentage: bigint, minOut: bigint) => LoanCall
  /** Sends the owner what a liquidation has left. */
  claim?: (loan: LoanRecord) => LoanCall
}

/** Loans that the wallet has taken through the loan hub. */
export function hubCalls({ loanHub, usdb }: PlatformContracts): LoanCalls {
  const call = (functionName: string, args: readonly unknown[]) =>
    encodeCall(loanHub, loanHubAbi, functionName, args)
  const payUsdb = (amount: bigint) => ({ token: usdb, spender: loanHub, amount })
  return {
    repay: ({ hubId, debt }) => ({ call: call("repayLoan", [hubId]), approval: payUsdb(debt) }),
    extend: ({ hubId }, { addDays, payInUsdb, refinance, fee }) => ({
      call: call("extendLoan", [hubId, addDays, payInUsdb, refinance]),
      ...(payInUsdb && fee > 0n && { approval: payUsdb(fee) }),
    }),
    increase: {
      call: ({ hubId, token }, amount) => ({
        call: call("increaseLoan", [hubId, amount]),
        approval: { token: token.address, spender: loanHub, amount },
      }),
      readAvailable: (client, { token, owner }) => readBalance(client, token.address, owner),
    },
    sell: ({ hubId }, percentage, minOut) => ({
      call: call("hubPartialLoanSell", [hubId, percentage, false, minOut]),
    }),
    claim: ({ hubId }) => ({ call: call("claimLiquidation", [hubId]) }),
  }
}

/** Ends an expired loan of any source; whoever calls receives a tenth of what the debt leaves. */
export function liquidationCall(
  { mainToken }: PlatformContracts,
  { coreId, borrower, source }: LoanRecord,
): LoanCall {
  const args = [coreId, borrower, source === "leverage"]
  return { call: encodeCall(mainToken, mainTokenAbi, "LiquidateLoan", args) }
}

export function readBalance(client: Client, token: Address, owner: Address): Promise<bigint> {
  return readContract(client, {
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [owner],
  })
}

export function encodeCall(to: Address, abi: Abi, functionName: string, args: readonly unknown[]) {
  return { to, data: encodeFunctionData({ abi, functionName, args }) }
}
