"use client"

import { Stat } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"

export const CashIsland = walletIsland(() => import("./cash").then(({ Cash }) => Cash), {
  fallback: (
    <Stat label="USDB">
      <Skeleton className="h-7 w-24" />
    </Stat>
  ),
  withoutChain: <Stat label="USDB">unknown</Stat>,
})
