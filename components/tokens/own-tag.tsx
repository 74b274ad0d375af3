"use client"

import { TraderTags } from "@/components/tokens/trader-tags"
import { useWalletView } from "@/components/wallet/store"

/** Says so when a wallet in a server-drawn row is the viewer's. */
export function OwnTag({ wallet }: { wallet: string }) {
  const { address } = useWalletView()
  return <TraderTags own={address} wallet={wallet} />
}
