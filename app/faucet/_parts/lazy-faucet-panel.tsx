"use client"

import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { listRequirements } from "./claim-requirements"
import { RequirementList } from "./requirement-list"
import { listSignals } from "./signal-items"
import { SignalList } from "./signal-list"

const DISCONNECTED = {
  hasWallet: false,
  isWrongChain: false,
  feeWei: undefined,
  waitSeconds: undefined,
}

export const LazyFaucetPanel = lazyWithWallet(
  () => import("./faucet-panel").then(({ FaucetPanel }) => FaucetPanel),
  { fallback: ({ hasService }) => (hasService ? <ServiceSkeleton /> : <ContractSkeleton />) },
)

/** Each has the size of the panel without a wallet. */
function ServiceSkeleton() {
  return (
    <>
      <ContractSkeleton />
      <Card title="Claim up to 500 USDB a day">
        <Skeleton className="mb-4 h-10" />
        <div className="grid gap-4">
          <SignalList items={listSignals(undefined)} />
          <Skeleton className="h-11" />
        </div>
      </Card>
    </>
  )
}

function ContractSkeleton() {
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
