import { type Address, getAddress } from "viem"
import type { AddressBook } from "@/lib/chain/deployment"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { type Spender, spenderAddress } from "../sample/calls"
import type { LocalClient } from "./client"

/** A loan that runs. */
export type OpenLoan = { id: bigint; debt: bigint; isExpired: boolean }

/** Loans, positions and schedules looked at: the newest of a wallet. */
const NEWEST = 8n

/** The newest ids of so many, which count from 1. */
function newestIds(count: bigint): bigint[] {
  const length = count < NEWEST ? count : NEWEST
  return Array.from({ length: Number(length) }, (_, i) => count - BigInt(i))
}

type LoanFacts = { active: boolean; fullAmount: bigint; liquidationTime: bigint }

const toOpenLoan = (id: bigint, { active, fullAmount, liquidationTime }: LoanFacts): OpenLoan[] =>
  active ? [{ id, debt: fullAmount, isExpired: Number(liquidationTime) * 1_000 <= Date.now() }] : []

/** What the bot reads of loans, leverage, the vault and vesting. */
export function readLoans(
  client: LocalClient,
  book: AddressBook,
  wallet: (index: number) => { address: Address },
) {
  const hub = { address: getAddress(book.loanHub), abi: loanHubAbi } as const
  const main = { address: getAddress(book.mainToken), abi: mainTokenAbi } as const
  const vault = { address: getAddress(book.staking), abi: stakingVaultAbi } as const
  const vesting = { address: getAddress(book.vesting), abi: vestingAbi } as const

  return {
    async ofHub(index: number): Promise<OpenLoan[]> {
      const user = wallet(index).address
      const count = await client.readContract({
        ...hub,
        functionName: "userLoanCount",
        args: [user],
      })
      const found = await Promise.all(
        newestIds(count).map(async (id) => {
          const functionName = "getUserLoanDetails"
          return toOpenLoan(
            id,
            await client.readContract({ ...hub, functionName, args: [user, id] }),
          )
        }),
      )
      return found.flat()
    },

    async positions(index: number): Promise<OpenLoan[]> {
      const user = wallet(index).address
      const functionName = "leverageCount"
      const count = await client.readContract({ ...main, functionName, args: [user] })
      const found = await Promise.all(
        newestIds(count).map(async (id) => {
          const args = [user, id] as const
          return toOpenLoan(
            id,
            await client.readContract({ ...main, functionName: "leverages", args }),
          )
        }),
      )
      return found.flat()
    },

    /** Shares of the vault that are not locked. */
    async shares(index: number): Promise<bigint> {
      const args = [wallet(index).address] as const
      const functionName = "getUserStakeDetails"
      const [liquid] = await client.readContract({ ...vault, functionName, args })
      return liquid
    },

    tide: (index: number): Promise<bigint> =>
      client.readContract({ ...main, functionName: "balanceOf", args: [wallet(index).address] }),

    /** TIDE that a contract may take. */
    tideAllowance: (index: number, spender: Spender): Promise<bigint> =>
      client.readContract({
        ...main,
        functionName: "allowance",
        args: [wallet(index).address, spenderAddress(book, spender)],
      }),

    /** Schedules that a wallet has created. */
    scheduleCount: (index: number): Promise<bigint> =>
      client.readContract({
        ...vesting,
        functionName: "creatorCount",
        args: [wallet(index).address],
      }),

    /** Schedules of which a wallet can claim something. */
    async claimable(index: number): Promise<bigint[]> {
      const args = [wallet(index).address, 0n, NEWEST] as const
      const functionName = "getBeneficiaryVestingIds"
      const ids = await client.readContract({ ...vesting, functionName, args })
      const amounts = await Promise.all(
        ids.map((id) =>
          client.readContract({ ...vesting, functionName: "getClaimableAmount", args: [id] }),
        ),
      )
      return ids.filter((_, i) => (amounts[i] ?? 0n) > 0n)
    },
  }
}
