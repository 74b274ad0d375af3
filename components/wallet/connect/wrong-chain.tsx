"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import { useBrowserConfig } from "@/components/chain/browser-config"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { useSwitchToAppChain } from "./use-switch-chain"

/** Says that the wallet is on another chain and offers the way to this one. */
export function WrongChain() {
  const { chainName } = useBrowserConfig()
  const { switchChain, isPending, failure } = useSwitchToAppChain()
  return (
    <div className="grid gap-2">
      <Notice
        action={
          <Button variant="secondary" onClick={switchChain} pending={isPending}>
            Switch to {chainName}
          </Button>
        }
        title="Your wallet is on another chain"
        tone="warning"
      >
        <p>Atoll lives on {chainName}. Switching asks your wallet and costs nothing.</p>
      </Notice>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
