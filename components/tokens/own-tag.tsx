"use client"

import { TraderTags } from "@/components/tokens/trader-tags"
import { useWalletState } from "@/components/wallet/store"

/** Marks the viewer's wallet in a server-rendered row. */
export function OwnTag({ wallet }: { wallet: string }) {
  const { address } = useWalletState()
  return <TraderTags own={address} wallet={wallet} />
}
