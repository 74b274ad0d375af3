import type { Address, Client } from "viem"
import { getBlock, readContract } from "viem/actions"
import { readCollateralPool, readPool } from "@/components/swap/pool-state"
import type { PlatformContracts } from "@/lib/chain/browser"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import type { LoanRoute } from "@/lib/loans/math"
import type { LoanKey, LoanRecord } from "./loan"

/** The pools a loan on `token` stands on, with the tax of a sale by `trader`. */
export async function readLoanRoute(
  client: Client,
  { mainToken, taxes }: PlatformContracts,
  token: Address,
  trader: Address | undefined,
): Promise<LoanRoute> {
  const isTide = token === mainToken
  const [tide, pool, taxBasisPoints] = await Promise.all([
    readPool(client, mainToken),
    isTide ? null : readCollateralPool(client, token),
    readContract(client, {
      address: taxes,
      abi: taxesAbi,
      functionName: "getTaxRate",
      args: [token, trader ?? taxes],
    }),
  ])
  return { tide, token: pool, taxBasisPoints }
}

/**
 * Milliseconds by which the chain's clock is ahead of the browser's. A newest block that is older than now tells
 * nothing: the next one has the time of its making.
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
