"use client"

import type { Address, Hex } from "viem"
import { estimateGas, getGasPrice } from "viem/actions"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { useChainQuery, useNativeBalance } from "@/components/chain/use-chain-query"
import { useWallet } from "@/components/wallet/use-wallet"
import { readCreationFee } from "@/lib/tokens/creation-fee"

/** In wei; undefined while unknown. */
export type CreationCost = {
  fee: bigint | undefined
  network: bigint | undefined
  balance: bigint | undefined
  error: unknown
}

type CreationCall = {
  to: Address
  /** Null until the form is complete. */
  data: Hex | null
  /** Used if the node cannot estimate it, such as for a wallet without ETH. */
  usualGas: bigint
  /** A launch whose purchases vest: free of the fee unless the operator says otherwise. */
  isVested?: boolean
}

/** The current cost of creating a token or a market, and the wallet's balance. */
export function useCreationCost({
  to,
  data,
  usualGas,
  isVested = false,
}: CreationCall): CreationCost {
  const { contracts } = useBrowserConfig()
  const { address } = useWallet()
  const balance = useNativeBalance(address)
  const fee = useChainQuery({
    key: ["creation-fee", isVested ? 1 : 0],
    read: (client) => readCreationFee(client, contracts, { isVested }),
  })
  const network = useChainQuery({
    key: ["creation-gas", address, to, data, fee.data === undefined ? null : `${fee.data}`],
    read: async (client) => {
      const [price, gas] = await Promise.all([
        getGasPrice(client),
        data && address && fee.data !== undefined
          ? estimateGas(client, {
              account: address,
              to,
              data,
              value: fee.data,
            }).catch(() => usualGas)
          : usualGas,
      ])
      return price * gas
    },
  })
  return { fee: fee.data, network: network.data, balance: balance.data, error: fee.error }
}
