"use client"

import { TraderTags } from "@/components/tokens/trader-tags"
import { useWalletState } from "@/components/wallet/store"

/** Says so when a wallet in a server-drawn row is the viewer's. */
export function OwnTag({ wallet }: { wallet: string }) {
  const { address } = useWalletState()
  return <TraderTags own={address} wallet={wallet} />
}
