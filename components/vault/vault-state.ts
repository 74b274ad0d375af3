import { type Address, type Client, erc20Abi } from "viem"
import { getBalance, getBlock, readContract } from "viem/actions"
import type { PlatformContracts } from "@/lib/chain/browser"
import { loanHubAbi } from "@/lib/chain/generated/LoanHub"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import type { LoanRoute } from "@/lib/loans/math"
import { readPool } from "@/lib/loans/onchain"
import type { LoanRecord } from "@/lib/loans/record"
import { investPending, type VaultTotals } from "@/lib/vault/math"

/** A wallet's assets in the vault and outside it. */
export type VaultHolder = {
  shares: bigint
  locked: bigint
  /** TIDE of the loan; 0 without one and after its liquidation. */
  pledged: bigint
  /** TIDE that can still be pledged. */
  available: bigint
  /** Null without a loan; a liquidated one until it is settled. */
  loan: LoanRecord | null
  balances: { tide: bigint; usdb: bigint; native: bigint }
  /** Allowances of the vault for TIDE, and of the router for USDB. */
  allowances: { tide: bigint; router: bigint }
}

/** On-chain state of the vault and of a wallet. */
export type VaultState = {
  totals: VaultTotals
  /** TIDE's pool as it is, and as the vault's next call finds it, because that call invests waiting USDB first. */
  route: LoanRoute
  invested: LoanRoute
  /** Time of the newest block, Unix seconds. */
  now: bigint
  /** Null without a wallet. */
  holder: VaultHolder | null
}

/** The calls go out as one batch. */
export async function readVault(
  client: Client,
  contracts: PlatformContracts,
  owner: Address | undefined,
): Promise<VaultState> {
  const { vault, mainToken, taxes } = contracts
  const at = { address: vault, abi: stakingVaultAbi } as const
  const [assets, shares, pending, tide, taxBasisPoints, block, holder] = await Promise.all([
    readContract(client, { ...at, functionName: "totalAssets" }),
    readContract(client, { ...at, functionName: "totalSupply" }),
    readContract(client, { ...at, functionName: "pendingYield" }),
    readPool(client, mainToken),
    readContract(client, {
      address: taxes,
      abi: taxesAbi,
      functionName: "getTaxRate",
      args: [mainToken, owner ?? vault],
    }),
    getBlock(client),
    owner ? readHolder(client, contracts, owner) : null,
  ])
  const route = { tide, token: null, taxBasisPoints }
  return {
    totals: { assets, shares },
    route,
    invested: investPending(route, pending).route,
    now: block.timestamp,
    holder,
  }
}

async function readHolder(
  client: Client,
  contracts: PlatformContracts,
  owner: Address,
): Promise<VaultHolder> {
  const { vault, mainToken, usdb, swap } = contracts
  const at = { address: vault, abi: stakingVaultAbi } as const
  const args = [owner] as const
  const balanceOf = (token: Address) =>
    readContract(client, { address: token, abi: erc20Abi, functionName: "balanceOf", args })
  const allowance = (token: Address, spender: Address) =>
    readContract(client, {
      address: token,
      abi: erc20Abi,
      functionName: "allowance",
      args: [owner, spender],
    })
  const [shares, account, available, tide, usdbBalance, native, ofTide, router] = await Promise.all(
    [
      balanceOf(vault),
      readContract(client, { ...at, functionName: "userVaults", args }),
      readContract(client, { ...at, functionName: "getAvailableStasis", args }),
      balanceOf(mainToken),
      balanceOf(usdb),
      getBalance(client, { address: owner }),
      allowance(mainToken, vault),
      allowance(usdb, swap),
    ],
  )
  const [locked, pledged, hubId, hasLoan] = account
  return {
    ...{ shares, locked, pledged, available },
    loan: hasLoan ? await readLoan(client, { contracts, owner, hubId }) : null,
    balances: { tide, usdb: usdbBalance, native },
    allowances: { tide: ofTide, router },
  }
}

type LoanPlace = {
  contracts: Pick<PlatformContracts, "vault" | "loanHub" | "mainToken">
  owner: Address
  hubId: bigint
}

async function readLoan(
  client: Client,
  { contracts: { vault, loanHub, mainToken }, owner, hubId }: LoanPlace,
): Promise<LoanRecord> {
  const details = await readContract(client, {
    address: loanHub,
    abi: loanHubAbi,
    functionName: "getUserLoanDetails",
    args: [vault, hubId],
  })
  return {
    ...{ source: "vault", owner, borrower: loanHub, coreId: details.coreLoanId, hubId },
    token: { address: mainToken, symbol: "TIDE", name: "TIDE", image: null },
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
