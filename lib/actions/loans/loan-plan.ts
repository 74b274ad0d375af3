import type { Address } from "viem"
import { readContract } from "viem/actions"
import { z } from "zod"
import { tokenAsset } from "@/lib/actions/assets"
import type { PlanContext } from "@/lib/actions/plan"
import { toAddress } from "@/lib/chain/browser"
import { type ContractCall, encodeCall } from "@/lib/chain/call"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { vestingAbi } from "@/lib/chain/generated/Vesting"
import { ApiError, invalid } from "@/lib/http/errors"
import { INT_MAX } from "@/lib/http/wire"
import { hubCalls, type LoanCalls } from "@/lib/loans/calls"
import { type LoanSource, loanSources } from "@/lib/loans/constants"
import { leverageCalls } from "@/lib/loans/leverage-calls"
import { vaultCalls } from "@/lib/vault/calls"
import { scheduleLoanCalls } from "@/lib/vesting/calls"

export const sourceField = z.enum(loanSources).default("hub")

export const loanIdField = z
  .int()
  .min(0)
  .max(INT_MAX)
  .default(0)
  .describe("hub id, id of a leverage position, or id of the schedule; the vault has one loan")

/** A wallet's loan with the calls of its source. */
export type PlannedLoan = {
  source: LoanSource
  borrower: Address
  coreId: bigint
  hubId: bigint | null
  token: { address: Address }
  collateral: bigint
  debt: bigint
  liquidationTime: bigint
  calls: LoanCalls
  /** The view that returns the contract's record of the loan. */
  record: ContractCall
}

/** The loan that an action names. */
export async function readLoan(
  context: PlanContext,
  { source, loanId }: { source: LoanSource; loanId: number },
): Promise<PlannedLoan> {
  const { contracts, wallet, hasWallet } = context
  if (!hasWallet) throw invalid("wallet", "is needed: the loan is found by it")
  const id = BigInt(loanId)
  switch (source) {
    case "leverage":
      return readPosition(context, id)
    case "hub":
      return { ...(await readHubLoan(context, wallet, id)), source, calls: hubCalls(contracts) }
    case "vault": {
      const hubId = await readVaultLoanId(context)
      const loan = await readHubLoan(context, contracts.vault, hubId)
      return { ...loan, source, calls: vaultCalls(contracts) }
    }
    case "vesting": {
      const hubId = await readContract(context.client, {
        address: contracts.vesting,
        abi: vestingAbi,
        functionName: "getActiveLoan",
        args: [id],
      }).catch(throwUnknown)
      const loan = await readHubLoan(context, contracts.vesting, hubId)
      return { ...loan, source, calls: scheduleLoanCalls(contracts, loanId) }
    }
  }
}

async function readPosition({ client, contracts, wallet }: PlanContext, id: bigint) {
  const call = { abi: mainTokenAbi, functionName: "leverages", args: [wallet, id] } as const
  const row = await readContract(client, { address: contracts.mainToken, ...call })
  // An unknown id has an empty row.
  if (row.creationTime === 0n) throwUnknown()
  return {
    source: "leverage" as const,
    borrower: wallet,
    coreId: id,
    hubId: null,
    token: { address: toAddress(row.token) },
    collateral: row.collateralAmount,
    debt: row.fullAmount,
    liquidationTime: row.liquidationTime,
    calls: leverageCalls(contracts),
    record: encodeCall(contracts.mainToken, call),
  }
}

async function readHubLoan({ client, contracts }: PlanContext, borrower: Address, hubId: bigint) {
  if (hubId === 0n) throwUnknown()
  const call = {
    abi: loanHubAbi,
    functionName: "getUserLoanDetails",
    args: [borrower, hubId],
  } as const
  const loan = await readContract(client, { address: contracts.loanHub, ...call }).catch(
    throwUnknown,
  )
  return {
    record: encodeCall(contracts.loanHub, call),
    borrower,
    coreId: loan.coreLoanId,
    hubId,
    token: { address: toAddress(loan.collateralToken) },
    collateral: loan.collateralAmount,
    debt: loan.fullAmount,
    liquidationTime: loan.liquidationTime,
  }
}

async function readVaultLoanId({ client, contracts, wallet }: PlanContext): Promise<bigint> {
  const [, , hubId] = await readContract(client, {
    address: contracts.vault,
    abi: stakingVaultAbi,
    functionName: "userVaults",
    args: [wallet],
  })
  return hubId
}

function throwUnknown(): never {
  throw new ApiError("LOAN_NOT_FOUND", "The wallet has no such loan")
}

/** USDB, and the token that is pledged. */
export const collateralAsset = (context: PlanContext, { token }: PlannedLoan) =>
  tokenAsset(context, token.address)
