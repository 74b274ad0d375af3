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

/** The creator's tools: whitelist, unfreezing, surge tax. Hidden from other wallets. */
export function CreatorPanel(props: CreatorToolsProps) {
  const { address } = useWalletState()
  if (address !== props.token.dev) return null
  return (
    <Card aside={<Badge>Only visible to you</Badge>} title="Creator tools">
      <CreatorTools {...props} />
    </Card>
  )
}
