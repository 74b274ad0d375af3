"use client"

import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazyOperatorPanel = lazyWithWallet(
  () => import("./operator-panel").then(({ OperatorPanel }) => OperatorPanel),
  {
    fallback: (
      <Card>
        <Skeleton className="h-64" />
      </Card>
    ),
  },
)
