"use client"

import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazyBugsPanel = lazyWithWallet(
  () => import("./bugs-panel").then(({ BugsPanel }) => BugsPanel),
  {
    fallback: (
      <Card title="New report">
        <Skeleton className="h-64" />
      </Card>
    ),
  },
)
