"use client"

import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"

export const SettingsIsland = walletIsland(
  () => import("./settings-panel").then(({ SettingsPanel }) => SettingsPanel),
  {
    fallback: (
      <>
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </>
    ),
  },
)
