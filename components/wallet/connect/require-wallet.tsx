import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { openConnect } from "@/components/wallet/store"
import type { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "./wrong-chain"

type RequireWalletProps = {
  wallet: ReturnType<typeof useWallet>
  /** On the button of those who have not connected a wallet. */
  connectLabel: string
  children: ReactNode
}

/** Connect, switch the chain, or what there is to do with a wallet on the right one. */
export function RequireWallet({ wallet, connectLabel, children }: RequireWalletProps) {
  if (wallet.status !== "connected") {
    return (
      <Button className="min-h-12" onClick={openConnect} pending={wallet.status === "connecting"}>
        {connectLabel}
      </Button>
    )
  }
  return wallet.isWrongChain ? <WrongChain /> : children
}
