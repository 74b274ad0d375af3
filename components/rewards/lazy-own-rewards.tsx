"use client"

import { Button } from "@/components/ui/button"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { openConnect, useWalletState } from "@/components/wallet/store"
import type { PanelToken } from "./panel-token"

type Props = { token: Pick<PanelToken, "address" | "symbol"> }

const Live = lazyWithWallet(() => import("./own-rewards").then(({ OwnRewards }) => OwnRewards), {
  fallback: <Skeleton className="h-28" />,
  withoutChain: null,
})

/** The visitor's own shares; the code behind it comes once there is a wallet. */
export function LazyOwnRewards(props: Props) {
  const { status } = useWalletState()
  if (status !== "disconnected") return <Live {...props} />
  return (
    <div className="grid h-28 content-center gap-2 rounded-control bg-sunken px-3 text-sm">
      <p className="text-muted">Bought in this phase? Your shares and rewards show up here.</p>
      <Button variant="secondary" onClick={openConnect}>
        Connect a wallet
      </Button>
    </div>
  )
}
