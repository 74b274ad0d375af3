"use client"

import type { Address, Client } from "viem"
import { getBlock, readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { toAddress } from "@/lib/chain/browser"
import { vestingAbi } from "@/lib/chain/generated/Vesting"

/** A schedule as the contract knows it now. */
export type OnchainSchedule = {
  creator: Address
  beneficiary: Address
  totalAmount: bigint
  claimedAmount: bigint
  claimable: bigint
  vested: bigint
  startTime: bigint
  endTime: bigint
  /** Hub id of the loan, 0 for none. */
  loanId: bigint
  /** Time of the newest block in Unix seconds. */
  now: bigint
}

export function useOnchainSchedule(vestingId: number) {
  const { contracts } = useBrowserConfig()
  return useChainQuery({
    key: ["vesting", vestingId],
    read: (client) => readSchedule(client, contracts.vesting, BigInt(vestingId)),
  })
}

async function readSchedule(client: Client, address: Address, id: bigint) {
  const at = { address, abi: vestingAbi } as const
  const args = [id] as const
  const [details, claimable, vested, block] = await Promise.all([
    readContract(client, { ...at, functionName: "getVestingDetails", args }),
    readContract(client, { ...at, functionName: "getClaimableAmount", args }),
    readContract(client, { ...at, functionName: "getVestedAmount", args }),
    getBlock(client),
  ])
  const { creator, beneficiary, totalAmount, claimedAmount, startTime, unlockTime } = details
  return {
    creator: toAddress(creator),
    beneficiary: toAddress(beneficiary),
    ...{ totalAmount, claimedAmount, claimable, vested, startTime, endTime: unlockTime },
    loanId: details.activeLoanId,
    now: block.timestamp,
  } satisfies OnchainSchedule
}
