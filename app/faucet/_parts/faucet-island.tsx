"use client"

import { Card } from "@/components/ui/card"
import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"
import { CheckList } from "./check-list"
import { checksOf } from "./checks"

const NOBODY = { hasWallet: false, isWrongChain: false, feeWei: undefined, waitSeconds: undefined }

export const FaucetIsland = walletIsland(
  () => import("./faucet-panel").then(({ FaucetPanel }) => FaucetPanel),
  { fallback: <FaucetShell /> },
)

/** The panel before its code is there: of the same size, with what holds for every wallet. */
function FaucetShell() {
  return (
    <Card title="Daily claim">
      <div className="grid gap-4">
        <Skeleton className="h-12" />
        <CheckList checks={checksOf(NOBODY)} />
        <Skeleton className="h-13" />
      </div>
    </Card>
  )
}
