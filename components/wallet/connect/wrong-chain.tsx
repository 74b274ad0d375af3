"use client"

import { useSwitchChain } from "wagmi"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"

/** Asks the wallet to switch to the app's chain, and to add it if the wallet does not know it. */
export function WrongChain() {
  const { chainId, chainName, rpcUrl } = useBrowserConfig()
  const { mutateAsync } = useSwitchChain()
  const { run, isPending, failure } = useAction()
  const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 }
  const addEthereumChainParameter = { chainName, nativeCurrency, rpcUrls: [rpcUrl] }
  const switchChain = () => run(() => mutateAsync({ chainId, addEthereumChainParameter }))
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
