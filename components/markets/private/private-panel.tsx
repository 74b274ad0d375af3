"use client"

import { Badge } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"
import { useWalletView } from "@/components/wallet/store"
import type { PrivateToolsProps } from "./private-tools"

const Tools = walletIsland(
  () => import("./private-tools").then(({ PrivateTools }) => PrivateTools),
  { fallback: <Skeleton className="h-72" />, withoutChain: null },
)

type PrivatePanelProps = PrivateToolsProps & {
  /** The creator's wallet, in lower case. */
  dev: string
}

/** The creator's tools for voters and buyers. Nobody else sees them. */
export function PrivatePanel({ dev, ...props }: PrivatePanelProps) {
  const { address } = useWalletView()
  if (address !== dev) return null
  return (
    <section className="grid gap-4 border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        Manage voters{props.isPrivateEvent && " and buyers"}
        <Badge>Only you see this</Badge>
      </h3>
      <Tools {...props} />
    </section>
  )
}
