"use client"

import { type Address, zeroAddress } from "viem"
import { readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery } from "@/components/chain/use-chain-query"
import { usdbAbi } from "@/lib/chain/generated/USDB"

export type ContractFaucet = ReturnType<typeof useContractFaucet>

/** The payout of the contract's own faucet and the wallet's next claim time, referrer and balance. */
export function useContractFaucet(owner: Address | undefined) {
  const { contracts } = useBrowserConfig()
  const at = { address: contracts.usdb, abi: usdbAbi } as const
  return useChainQuery({
    key: ["faucet", owner],
    async read(client) {
      const args = [owner ?? zeroAddress] as const
      const [payout, nextClaimAt, referrer, balance] = await Promise.all([
        readContract(client, { ...at, functionName: "FAUCET_AMOUNT" }),
        readContract(client, { ...at, functionName: "nextClaimAt", args }),
        readContract(client, { ...at, functionName: "referrer", args }),
        readContract(client, { ...at, functionName: "balanceOf", args }),
      ])
      return {
        payout,
        balance,
        nextClaimAtMs: Number(nextClaimAt) * 1_000,
        referrer: referrer === zeroAddress ? null : referrer.toLowerCase(),
      }
    },
  })
}
