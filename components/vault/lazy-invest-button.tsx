"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

/** Loaded after the page. */
export const LazyInvestButton = lazyWithWallet(
  () => import("./invest-button").then(({ InvestButton }) => InvestButton),
  { fallback: <Skeleton className="h-12" />, withoutChain: null },
)
