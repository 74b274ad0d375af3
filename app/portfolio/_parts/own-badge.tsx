"use client"

import { Badge } from "@/components/ui/figures"
import { useWalletView } from "@/components/wallet/store"

/** Says that the page is about the connected wallet. */
export function OwnBadge({ wallet }: { wallet: string }) {
  return useWalletView().address === wallet && <Badge tone="up">Your wallet</Badge>
}
