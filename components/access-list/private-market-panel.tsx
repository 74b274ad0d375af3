"use client"

import { Badge } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { PrivateMarketToolsProps } from "./private-market-tools"

const LazyTools = lazyWithWallet(
  () => import("./private-market-tools").then(({ PrivateMarketTools }) => PrivateMarketTools),
  { fallback: <Skeleton className="h-72" />, withoutChain: null },
)

type PrivateMarketPanelProps = PrivateMarketToolsProps & {
  /** The creator's wallet, in lower case. */
  dev: string
}

/** The creator's tools for voters and buyers; other visitors see nothing. */
export function PrivateMarketPanel({ dev, ...props }: PrivateMarketPanelProps) {
  const { address } = useWalletState()
  if (address !== dev) return null
  return (
    <section className="grid gap-4 border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        Manage voters{props.isPrivateEvent && " and buyers"}
        <Badge>Only visible to you</Badge>
      </h3>
      <LazyTools {...props} />
    </section>
  )
}
