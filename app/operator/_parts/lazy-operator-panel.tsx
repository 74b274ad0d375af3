"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazyOperatorPanel = lazyWithWallet(
  () => import("./operator-panel").then(({ OperatorPanel }) => OperatorPanel),
  { fallback: <Skeleton className="h-96" /> },
)
