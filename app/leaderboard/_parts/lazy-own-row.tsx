"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazyOwnRow = lazyWithWallet(() => import("./own-row").then(({ OwnRow }) => OwnRow), {
  fallback: <Skeleton className="h-11" />,
  withoutChain: null,
})
