import { type Address, encodeFunctionData, getAddress, type Hex } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { swapAbi } from "@/lib/chain/generated/Swap"
import type { Transaction } from "./market-transactions"

type LendingContracts = Pick<AddressBook, "mainToken" | "usdb" | "swap" | "loanHub">

export type LoanTerms = { token: Address; amount: bigint; days: number }

export type Extension = { days: number; payInStable: boolean; refinance: boolean }

/** What may be done with a loan of the hub, by its hub id. */
export function hubTransactions(book: LendingContracts) {
  const hub = getAddress(book.loanHub)
  const main = getAddress(book.mainToken)
  const abi = loanHubAbi
  const call = (data: Hex): Transaction => ({ to: hub, data })
  return {
    take({ token, amount, days }: LoanTerms) {
      const args = [main, token, amount, BigInt(days)] as const
      return call(encodeFunctionData({ abi, functionName: "takeLoan", args }))
    },
    extend(id: bigint, { days, payInStable, refinance }: Extension) {
      const args = [id, BigInt(days), payInStable, refinance] as const
      return call(encodeFunctionData({ abi, functionName: "extendLoan", args }))
    },
    increase: (id: bigint, amount: bigint) =>
      call(encodeFunctionData({ abi, functionName: "increaseLoan", args: [id, amount] })),
    sellPart(id: bigint, percentage: number) {
      const args = [id, BigInt(percentage), false, 0n] as const
      return call(encodeFunctionData({ abi, functionName: "hubPartialLoanSell", args }))
    },
    repay: (id: bigint) => call(encodeFunctionData({ abi, functionName: "repayLoan", args: [id] })),
    liquidate: (user: Address, id: bigint) =>
      call(encodeFunctionData({ abi, functionName: "liquidate", args: [user, id] })),
    claim: (id: bigint) =>
      call(encodeFunctionData({ abi, functionName: "claimLiquidation", args: [id] })),
  }
}

/** What may be done with a leverage position of the sender. */
export function leverageTransactions(book: LendingContracts) {
  const [swap, main, usdb] = [book.swap, book.mainToken, book.usdb].map((at) => getAddress(at)) as [
    Address,
    Address,
    Address,
  ]
  const abi = mainTokenAbi
  const call = (data: Hex): Transaction => ({ to: main, data })
  const route = (data: Hex): Transaction => ({ to: swap, data })
  return {
    /** `amount` is USDB. */
    open({ token, amount, days }: LoanTerms) {
      const path = token === main ? [usdb, main] : [usdb, main, token]
      const args = [amount, 0n, path, BigInt(days)] as const
      return route(encodeFunctionData({ abi: swapAbi, functionName: "leverageBuy", args }))
    },
    close(id: bigint, percentage: number) {
      const args = [id, BigInt(percentage), true, 0n] as const
      return route(encodeFunctionData({ abi: swapAbi, functionName: "partialLoanSell", args }))
    },
    extend(id: bigint, { days, payInStable, refinance }: Extension) {
      const args = [id, BigInt(days), true, payInStable, refinance, false] as const
      return call(encodeFunctionData({ abi, functionName: "ExtendLoan", args }))
    },
    repay: (id: bigint) =>
      call(encodeFunctionData({ abi, functionName: "RepayLoan", args: [id, true] })),
    liquidate: (user: Address, id: bigint) =>
      call(encodeFunctionData({ abi, functionName: "LiquidateLoan", args: [id, user, true] })),
    claim: (id: bigint) =>
      call(encodeFunctionData({ abi, functionName: "ClaimLiquidation", args: [id, true] })),
  }
}
