"use client"

import { Badge } from "@/components/ui/figures"
import { useWalletState } from "@/components/wallet/store"

/** Shown on the pages of the connected wallet. */
export function OwnerBadge({ wallet }: { wallet: string }) {
  return useWalletState().address === wallet && <Badge tone="up">Your wallet</Badge>
}
