"use client"

import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"

export const LaunchIsland = walletIsland(
  () => import("./launch-panel").then(({ LaunchPanel }) => LaunchPanel),
  { fallback: <Skeleton className="h-56 rounded-card" /> },
)
