import type { Client } from "viem"
import { getBlock, readContract } from "viem/actions"
import type { PlatformContracts } from "@/lib/chain/browser"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import type { LoanKey, LoanRecord } from "./record"

/**
 * Milliseconds by which the chain's clock is ahead of the browser's. A newest block in the past tells nothing, because
 * the next block has the time of its creation.
 */
export async function readClockOffset(client: Client): Promise<number> {
  const { timestamp } = await getBlock(client)
  return Math.max(0, Number(timestamp) * 1_000 - Date.now())
}

/** Present state of a loan in the core book. */
export async function readLoan(
  client: Client,
  { mainToken }: PlatformContracts,
  key: LoanKey,
): Promise<LoanRecord> {
  const details = await readContract(client, {
    address: mainToken,
    abi: mainTokenAbi,
    functionName: key.source === "leverage" ? "leverages" : "loans",
    args: [key.borrower, key.coreId],
  })
  return {
    ...key,
    collateral: details.collateralAmount,
    debt: details.fullAmount,
    borrowed: details.borrowedAmount,
    createdAt: details.creationTime,
    liquidationTime: details.liquidationTime,
    liquidated: details.liquidatedAmount,
    claim: details.liquidationClaim,
    isActive: details.active,
    isLiquidated: details.isLiquidated,
  }
}
