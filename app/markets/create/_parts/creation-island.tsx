"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazyCreationPanel = lazyWithWallet(
  () => import("./creation-panel").then(({ CreationPanel }) => CreationPanel),
  { fallback: <Skeleton className="h-56 rounded-card" /> },
)
