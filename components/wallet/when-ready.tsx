import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { openConnect } from "./store"
import type { useWallet } from "./use-wallet"
import { WrongChain } from "./wrong-chain"

type WhenReadyProps = {
  wallet: ReturnType<typeof useWallet>
  /** On the button of those who have not connected a wallet. */
  invitation: string
  children: ReactNode
}

/** Connect, switch the chain, or what there is to do with a wallet on the right one. */
export function WhenReady({ wallet, invitation, children }: WhenReadyProps) {
  if (wallet.status !== "connected") {
    return (
      <Button className="min-h-12" onClick={openConnect} pending={wallet.status === "connecting"}>
        {invitation}
      </Button>
    )
  }
  return wallet.isWrongChain ? <WrongChain /> : children
}
