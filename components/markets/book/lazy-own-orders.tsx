"use client"

import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

/** The viewer's own part of the book: nothing before a wallet is connected. */
export const LazyOwnOrders = lazyWithWallet(
  () => import("./own-orders").then((part) => part.OwnOrders),
  {
    fallback: null,
  },
)
