"use client"

import { type Address, type Client, erc20Abi } from "viem"
import { getBlock, readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { vestingAbi } from "@/lib/chain/generated/Vesting"

/** On-chain facts that a creation depends on. */
export type CreationContext = {
  /** Time of the newest block in Unix seconds. */
  now: bigint
  /** Wei of the native coin that each transaction carries; 0 for exempt wallets. */
  fee: bigint
  /** Balance of the chosen token; null without a wallet or a token. */
  balance: bigint | null
}

export function useCreationContext(owner: Address | undefined, token: Address | null) {
  const { contracts } = useBrowserConfig()
  return useChainQuery({
    key: ["vesting-creation", owner, token],
    read: (client) => readContext(client, contracts.vesting, owner, token),
  })
}

async function readContext(
  client: Client,
  vesting: Address,
  owner: Address | undefined,
  token: Address | null,
): Promise<CreationContext> {
  const at = { address: vesting, abi: vestingAbi } as const
  const [block, isDue, fee, isExempt, balance] = await Promise.all([
    getBlock(client),
    readContract(client, { ...at, functionName: "feeEnabled" }),
    readContract(client, { ...at, functionName: "feeAmount" }),
    owner
      ? readContract(client, { ...at, functionName: "feeWhitelist", args: [owner] })
      : Promise.resolve(false),
    owner && token
      ? readContract(client, {
          address: token,
          abi: erc20Abi,
          functionName: "balanceOf",
          args: [owner],
        })
      : Promise.resolve(null),
  ])
  return { now: block.timestamp, fee: isDue && !isExempt ? fee : 0n, balance }
}
