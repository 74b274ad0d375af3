"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { PanelToken } from "./panel-token"

type Props = { token: Pick<PanelToken, "address" | "symbol"> }

const Live = lazyWithWallet(
  () => import("./own-allowance").then(({ OwnAllowance }) => OwnAllowance),
  { fallback: <Skeleton className="h-11" />, withoutChain: null },
)

/** Whether the visitor is on the list; asked once there is a wallet. */
export function LazyOwnAllowance(props: Props) {
  const { status } = useWalletState()
  if (status !== "disconnected") return <Live {...props} />
  return (
    <p className="flex min-h-11 items-center rounded-control bg-sunken px-3 text-sm text-muted">
      Connect a wallet to see whether it is on the list.
    </p>
  )
}
