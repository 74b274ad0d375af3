"use client"

import { Button } from "@/components/ui/button"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { openConnect, useWalletState } from "@/components/wallet/store"
import type { PanelToken } from "./panel-token"

type Props = { token: Pick<PanelToken, "address" | "symbol"> }

const OwnAllowance = lazyWithWallet(
  () => import("./own-allowance").then((loaded) => loaded.OwnAllowance),
  { fallback: <Skeleton className="h-11" />, withoutChain: null },
)

const OwnRewards = lazyWithWallet(
  () => import("./own-rewards").then((loaded) => loaded.OwnRewards),
  { fallback: <Skeleton className="h-28" />, withoutChain: null },
)

/** The connected wallet's whitelist limit. */
export function LazyOwnAllowance(props: Props) {
  const { status } = useWalletState()
  if (status !== "disconnected") return <OwnAllowance {...props} />
  return (
    <p className="flex min-h-11 items-center rounded-control bg-sunken px-3 text-sm text-muted">
      Connect a wallet to see whether it is on the whitelist.
    </p>
  )
}

/** The connected wallet's shares and rewards. */
export function LazyOwnRewards(props: Props) {
  const { status } = useWalletState()
  if (status !== "disconnected") return <OwnRewards {...props} />
  return (
    <div className="grid h-28 content-center gap-2 rounded-control bg-sunken px-3 text-sm">
      <p className="text-muted">Connect a wallet to see its shares and rewards.</p>
      <Button onClick={openConnect} variant="secondary">
        Connect a wallet
      </Button>
    </div>
  )
}
