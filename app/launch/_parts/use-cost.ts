"use client"

import { estimateGas, getGasPrice, readContract } from "viem/actions"
import { useBrowserConfig } from "@/components/wallet/config"
import { useChainQuery, useNativeBalance } from "@/components/wallet/use-chain-query"
import { useWallet } from "@/components/wallet/use-wallet"
import { tokenFactoryAbi } from "@/lib/chain/generated/TokenFactory"
import type { Draft } from "./plan"
import { creation } from "./use-launch"

/** What a launch takes where the node cannot tell, such as for a wallet without a coin. */
const USUAL_GAS = 2_600_000n

/** All in wei of the native coin; undefined while unknown. */
export type Cost = {
  fee: bigint | undefined
  network: bigint | undefined
  balance: bigint | undefined
  error: unknown
}

/** What the launch will cost now, and what the wallet has for it. */
export function useCost(draft: Draft, isComplete: boolean): Cost {
  const { contracts } = useBrowserConfig()
  const { address } = useWallet()
  const balance = useNativeBalance(address)
  const fee = useChainQuery({
    key: ["launch-fee"],
    read: (client) =>
      readContract(client, {
        address: contracts.factory,
        abi: tokenFactoryAbi,
        functionName: "feeAmount",
      }),
  })
  const data = isComplete ? creation(draft) : null
  const network = useChainQuery({
    key: ["launch-gas", address, data, fee.data === undefined ? null : `${fee.data}`],
    read: async (client) => {
      const [price, gas] = await Promise.all([
        getGasPrice(client),
        data && address && fee.data !== undefined
          ? estimateGas(client, {
              account: address,
              to: contracts.factory,
              data,
              value: fee.data,
            }).catch(() => USUAL_GAS)
          : USUAL_GAS,
      ])
      return price * gas
    },
  })
  return { fee: fee.data, network: network.data, balance: balance.data, error: fee.error }
}
