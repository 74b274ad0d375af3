"use client"

import { useState } from "react"
import { useSwitchChain } from "wagmi"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"

export function WrongChain() {
  const { chainName } = useBrowserConfig()
  const { switchChain, isPending, failure } = useSwitchToAppChain()
  return (
    <div className="grid gap-2">
      <Notice
        action={
          <Button onClick={switchChain} pending={isPending} variant="secondary">
            Switch to {chainName}
          </Button>
        }
        title="Wrong network"
        tone="warning"
      >
        <p>Atoll runs on {chainName}. Switching networks is free.</p>
      </Notice>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}

/** Asks the wallet to switch to the app's chain, and to add it if the wallet does not know it. */
function useSwitchToAppChain() {
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
