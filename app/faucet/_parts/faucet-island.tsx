"use client"

import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"

export const FaucetIsland = walletIsland(
  () => import("./faucet-panel").then(({ FaucetPanel }) => FaucetPanel),
  { fallback: <Skeleton className="h-52 rounded-card" /> },
)
