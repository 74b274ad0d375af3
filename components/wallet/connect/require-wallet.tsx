import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { openConnect } from "@/components/wallet/store"
import type { useWallet } from "@/components/wallet/use-wallet"
import { WrongChain } from "./wrong-chain"

type RequireWalletProps = {
  wallet: ReturnType<typeof useWallet>
  /** Label of the button that opens the connect dialog. */
  connectLabel: string
  children: ReactNode
}

/** Shows its children to a wallet on the right chain; else offers to connect or to switch. */
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
