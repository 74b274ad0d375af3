"use client"

import type { ComponentProps } from "react"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"

const OwnOrders = lazyWithWallet(() => import("./own-orders").then((part) => part.OwnOrders), {
  fallback: null,
})

/** The viewer's orders; renders nothing, and loads nothing, without a wallet. */
export function LazyOwnOrders(props: ComponentProps<typeof OwnOrders>) {
  const { status } = useWalletState()
  return status === "disconnected" ? null : <OwnOrders {...props} />
}
