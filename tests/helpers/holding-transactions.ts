import { type Address, encodeFunctionData, getAddress, type Hex } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import type { Extension } from "./loan-transactions"
import type { Transaction } from "./market-transactions"

/** What may be done with TIDE in the vault, and with loans on it. */
export function vaultTransactions(book: Pick<AddressBook, "staking">) {
  const to = getAddress(book.staking)
  const abi = stakingVaultAbi
  const call = (data: Hex): Transaction => ({ to, data })
  return {
    wrap: (tide: bigint) => call(encodeFunctionData({ abi, functionName: "buy", args: [tide] })),
    unwrap: (shares: bigint, forUsdb = false) =>
      call(encodeFunctionData({ abi, functionName: "sell", args: [shares, forUsdb, 0n] })),
    injectYield: (usdb: bigint) =>
      call(encodeFunctionData({ abi, functionName: "injectYield", args: [usdb] })),
    investYield: () => call(encodeFunctionData({ abi, functionName: "investYield" })),
    lock: (shares: bigint) =>
      call(encodeFunctionData({ abi, functionName: "lock", args: [shares] })),
    unlock: (shares: bigint) =>
      call(encodeFunctionData({ abi, functionName: "unlock", args: [shares] })),
    borrow: (tide: bigint, days: number) =>
      call(encodeFunctionData({ abi, functionName: "borrow", args: [tide, BigInt(days)] })),
    addToLoan: (tide: bigint) =>
      call(encodeFunctionData({ abi, functionName: "addToLoan", args: [tide] })),
    extend({ days, payInStable, refinance }: Extension) {
      const args = [BigInt(days), payInStable, refinance] as const
      return call(encodeFunctionData({ abi, functionName: "extendLoan", args }))
    },
    repay: () => call(encodeFunctionData({ abi, functionName: "repay" })),
    settle: () => call(encodeFunctionData({ abi, functionName: "settleLiquidation" })),
  }
}

type ScheduleBase = { beneficiary: Address; token: Address; amount: bigint; memo: string }

/** Unix seconds; the step is 0 (second) to 3 (day). */
export type GradualSchedule = ScheduleBase & { start: number; days: number; step: number }
export type CliffSchedule = ScheduleBase & { unlock: number }

/** What may be done with vesting schedules. */
export function vestingTransactions(book: Pick<AddressBook, "vesting" | "mainToken">) {
  const to = getAddress(book.vesting)
  const main = getAddress(book.mainToken)
  const abi = vestingAbi
  const call = (data: Hex): Transaction => ({ to, data })
  const gradual = ({ start, days, step }: Omit<GradualSchedule, keyof ScheduleBase>) =>
    [BigInt(start), BigInt(days), step] as const
  return {
    createGradual({ beneficiary, token, amount, memo, ...terms }: GradualSchedule) {
      const args = [beneficiary, token, amount, ...gradual(terms), memo, main] as const
      return call(encodeFunctionData({ abi, functionName: "createGradualVesting", args }))
    },
    createCliff({ beneficiary, token, amount, memo, unlock }: CliffSchedule) {
      const args = [beneficiary, token, amount, BigInt(unlock), memo, main] as const
      return call(encodeFunctionData({ abi, functionName: "createCliffVesting", args }))
    },
    claim: (id: bigint) =>
      call(encodeFunctionData({ abi, functionName: "claimTokens", args: [id] })),
    extend: (id: bigint, days: number) =>
      call(
        encodeFunctionData({ abi, functionName: "extendVestingPeriod", args: [id, BigInt(days)] }),
      ),
    add: (id: bigint, amount: bigint) =>
      call(encodeFunctionData({ abi, functionName: "addTokensToVesting", args: [id, amount] })),
    changeBeneficiary: (id: bigint, beneficiary: Address) =>
      call(encodeFunctionData({ abi, functionName: "changeBeneficiary", args: [id, beneficiary] })),
    transferCreatorRole: (id: bigint, creator: Address) =>
      call(encodeFunctionData({ abi, functionName: "transferCreatorRole", args: [id, creator] })),
    borrow: (id: bigint) =>
      call(encodeFunctionData({ abi, functionName: "takeLoanOnVesting", args: [id] })),
    repay: (id: bigint) =>
      call(encodeFunctionData({ abi, functionName: "repayLoanOnVesting", args: [id] })),
  }
}
