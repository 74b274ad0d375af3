"use client"

import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { Skeleton } from "@/components/ui/states"
import { shortAddress } from "@/lib/format"
import { useOptionalConfig } from "./config"
import { useWalletDialogs } from "./dialogs"
import { useWallet } from "./use-wallet"

/** Connect, or whose wallet is connected and whether it is on the right chain. */
export function WalletButton() {
  return useOptionalConfig() ? <ConfiguredButton /> : null
}

function ConfiguredButton() {
  const wallet = useWallet()
  const { openConnect, openAccount } = useWalletDialogs()
  if (wallet.status === "connecting") return <Skeleton className="h-11 w-32" />
  if (wallet.status === "disconnected") {
    return (
      <Button className="whitespace-nowrap" onClick={openConnect}>
        <Icon name="wallet" />
        <span>
          Connect<span className="max-sm:sr-only"> wallet</span>
        </span>
      </Button>
    )
  }
  return (
    <Button
      aria-label={`Your wallet ${shortAddress(wallet.address)}${wallet.isWrongChain ? ", on another chain" : ""}`}
      className="whitespace-nowrap"
      look={wallet.isWrongChain ? "danger" : "secondary"}
      onClick={openAccount}
    >
      <Icon name={wallet.isWrongChain ? "warning" : "wallet"} />
      {wallet.isWrongChain ? (
        "Wrong chain"
      ) : (
        <span className="font-mono">{shortAddress(wallet.address)}</span>
      )}
    </Button>
  )
}
