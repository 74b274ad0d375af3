import { type Address, zeroAddress } from "viem"
import { toAddress } from "@/lib/chain/browser"
import { getQuickClient } from "@/lib/chain/client"
import { getDeployment } from "@/lib/chain/deployment"
import { mainTokenAbi } from "@/lib/chain/generated/MainToken"
import { stakingVaultAbi } from "@/lib/chain/generated/StakingVault"
import { sharePrice } from "./math"

/** On-chain state of the vault; TIDE and shares have 18 decimals. */
export type VaultState = {
  /** TIDE of all shares, without the part that is not released yet. */
  assets: bigint
  shares: bigint
  /** TIDE that is collateral of loans. */
  pledged: bigint
  /** USDB that waits to be invested. */
  pending: bigint
  /** Bought TIDE that is not released yet. */
  unreleased: bigint
  /** TIDE per share. */
  price: bigint
  /** USD per TIDE. */
  tidePrice: bigint
}

/** The vault's address; null where none is deployed. */
export function getVaultAddress(): Address | null {
  const { staking } = getDeployment()
  return staking === zeroAddress ? null : toAddress(staking)
}

/** Reads the vault in one batch within 1.5 s; null while the node does not answer. */
export async function readVaultState(): Promise<VaultState | null> {
  const client = getQuickClient()
  const vault = getVaultAddress()
  if (!client || !vault) return null
  const at = { address: vault, abi: stakingVaultAbi } as const
  const tide = { address: toAddress(getDeployment().mainToken), abi: mainTokenAbi } as const
  try {
    const [assets, shares, pledged, pending, unreleased, tidePrice] = await Promise.all([
      client.readContract({ ...at, functionName: "totalAssets" }),
      client.readContract({ ...at, functionName: "totalSupply" }),
      client.readContract({ ...at, functionName: "totalStasisPledged" }),
      client.readContract({ ...at, functionName: "pendingYield" }),
      client.readContract({ ...at, functionName: "unreleasedYield" }),
      client.readContract({ ...tide, functionName: "getUSDPrice" }),
    ])
    const price = sharePrice({ assets, shares })
    return { assets, shares, pledged, pending, unreleased, price, tidePrice }
  } catch {
    return null
  }
}
