"use client"

import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

/** The viewer's orders; renders nothing without a wallet. */
export const LazyOwnOrders = lazyWithWallet(
  () => import("./own-orders").then((part) => part.OwnOrders),
  {
    fallback: null,
  },
)
