"use client"

import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"

export const LaunchIsland = walletIsland(
  () => import("./launch-form").then(({ LaunchForm }) => LaunchForm),
  { fallback: <Skeleton className="h-[40rem] rounded-card" /> },
)
