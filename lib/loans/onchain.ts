import { type Address, type Client, erc20Abi } from "viem"
import { readContract } from "viem/actions"
import { factoryTokenAbi } from "@/lib/chain/generated/FactoryToken"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { taxesAbi } from "@/lib/chain/generated/Taxes"
import type { CollateralPool, LoanRoute } from "@/lib/loans/math"
import type { PositionFacts } from "@/lib/loans/position-value"
import type { Pool } from "@/lib/tokens/pool-math"
import type { LoanRecord } from "./record"

type Contracts = { mainToken: Address; taxes: Address }

/** Reserves of TIDE's pool or of a launched token's. */
export async function readPool(client: Client, address: Address): Promise<Pool> {
  // TIDE and launched tokens share these functions.
  const at = { address, abi: mainTokenAbi } as const
  const [base0, reserve1, supply, multiplier] = await Promise.all([
    readContract(client, { ...at, functionName: "baseReserve0" }),
    readContract(client, { ...at, functionName: "reserve1" }),
    readContract(client, { address, abi: erc20Abi, functionName: "totalSupply" }),
    readContract(client, { ...at, functionName: "hybridMultiplier" }),
  ])
  return { base0, reserve1, supply, multiplier }
}

/** The pool of a launched token with the floor that its collateral is valued at. */
export async function readCollateralPool(
  client: Client,
  address: Address,
): Promise<CollateralPool> {
  const floorOf = { address, abi: factoryTokenAbi, functionName: "calculateTokenFloor" } as const
  const [pool, floor] = await Promise.all([
    readPool(client, address),
    readContract(client, floorOf),
  ])
  return { ...pool, floor }
}

/** The pools behind a loan on `token`, with the tax of a sale by `trader`. */
export async function readLoanRoute(
  client: Client,
  { mainToken, taxes }: Contracts,
  token: Address,
  trader: Address | undefined,
): Promise<LoanRoute> {
  const taxOf = { address: taxes, abi: taxesAbi, functionName: "getTaxRate" } as const
  const [tide, pool, taxBasisPoints] = await Promise.all([
    readPool(client, mainToken),
    token === mainToken ? null : readCollateralPool(client, token),
    readContract(client, { ...taxOf, args: [token, trader ?? taxes] }),
  ])
  return { tide, token: pool, taxBasisPoints }
}

/** A leverage position as the contract keeps it. */
export type Position = PositionFacts & {
  isActive: boolean
  isLiquidated: boolean
  /** Tokens that a liquidation left, until they are claimed. */
  claim: bigint
}

export async function readPosition(
  client: Client,
  { mainToken }: Pick<Contracts, "mainToken">,
  { trader, id }: { trader: Address; id: bigint },
): Promise<Position> {
  const details = await readContract(client, {
    address: mainToken,
    abi: mainTokenAbi,
    functionName: "leverages",
    args: [trader, id],
  })
  return {
    collateral: details.collateralAmount,
    debt: details.fullAmount,
    spent: details.leverage.leverageBuyAmount,
    cashedOut: details.leverage.cashedOut,
    isActive: details.active,
    isLiquidated: details.isLiquidated,
    claim: details.liquidationClaim,
  }
}

/** The collateral that the owner can add to a loan: tokens of the wallet, or TIDE behind its locked shares. */
export function readAvailable(
  client: Client,
  { vault }: { vault: Address },
  { source, token, owner }: Pick<LoanRecord, "source" | "owner"> & { token: { address: Address } },
): Promise<bigint> {
  const args = [owner] as const
  return source === "vault"
    ? readContract(client, {
        address: vault,
        abi: stakingVaultAbi,
        functionName: "getAvailableStasis",
        args,
      })
    : readContract(client, {
        address: token.address,
        abi: erc20Abi,
        functionName: "balanceOf",
        args,
      })
}
