"use client"

import { Card } from "@/components/ui/card"
import { Badge } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { CreatorToolsProps } from "./creator-tools"

const CreatorTools = lazyWithWallet(
  () => import("./creator-tools").then(({ CreatorTools }) => CreatorTools),
  { fallback: <Skeleton className="h-64" />, withoutChain: null },
)

/** The creator's tools: whitelist, opening, surge tax. Nobody else sees them. */
export function CreatorPanel(props: CreatorToolsProps) {
  const { address } = useWalletState()
  if (address !== props.token.dev) return null
  return (
    <Card aside={<Badge>Only you see this</Badge>} title="Creator’s tools">
      <CreatorTools {...props} />
    </Card>
  )
}
