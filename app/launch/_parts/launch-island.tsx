"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazyLaunchPanel = lazyWithWallet(
  () => import("./launch-panel").then(({ LaunchPanel }) => LaunchPanel),
  { fallback: <Skeleton className="h-56 rounded-card" /> },
)
