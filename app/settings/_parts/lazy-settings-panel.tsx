"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazySettingsPanel = lazyWithWallet(
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
