"use client"

import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"

export const CreationIsland = walletIsland(
  () => import("./creation-panel").then(({ CreationPanel }) => CreationPanel),
  { fallback: <Skeleton className="h-56 rounded-card" /> },
)
