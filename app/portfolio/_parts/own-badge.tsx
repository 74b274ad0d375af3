"use client"

import { Badge } from "@/components/ui/figures"
import { useOptionalConfig } from "@/components/wallet/config"
import { useWallet } from "@/components/wallet/use-wallet"

/** Says that the page is about the connected wallet. */
export function OwnBadge({ wallet }: { wallet: string }) {
  return useOptionalConfig() && <Own wallet={wallet} />
}

function Own({ wallet }: { wallet: string }) {
  return useWallet().address === wallet && <Badge tone="up">Your wallet</Badge>
}
