"use client"

import { useState } from "react"
import { useSwitchChain } from "wagmi"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { useBrowserConfig } from "@/components/chain/browser-config"

/** Asks the wallet to go to this deployment's chain, and to add it when the wallet does not know it. */
export function useSwitchToAppChain() {
  const { chainId, chainName, rpcUrl } = useBrowserConfig()
  const { mutateAsync, isPending } = useSwitchChain()
  const [failure, setFailure] = useState<Failure | null>(null)

  const switchChain = async () => {
    setFailure(null)
    await mutateAsync({
      chainId,
      addEthereumChainParameter: {
        chainName,
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrls: [rpcUrl],
      },
    }).catch((error: unknown) => setFailure(describeFailure(error)))
  }
  return { switchChain, isPending, failure }
}
