"use client"

import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { listRequirements } from "./claim-requirements"
import { RequirementList } from "./requirement-list"

const DISCONNECTED = {
  hasWallet: false,
  isWrongChain: false,
  feeWei: undefined,
  waitSeconds: undefined,
}

export const LazyFaucetPanel = lazyWithWallet(
  () => import("./faucet-panel").then(({ FaucetPanel }) => FaucetPanel),
  { fallback: <FaucetSkeleton /> },
)

/** Has the size of the panel. */
function FaucetSkeleton() {
  return (
    <Card title="Daily claim">
      <div className="grid gap-4">
        <Skeleton className="h-12" />
        <RequirementList requirements={listRequirements(DISCONNECTED)} />
        <Skeleton className="h-13" />
      </div>
    </Card>
  )
}
