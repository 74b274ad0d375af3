"use client"

import { Stat } from "@/components/ui/figures"
import { Skeleton } from "@/components/ui/states"
import { useBrowserConfig } from "@/components/wallet/config"
import { useTokenBalance } from "@/components/wallet/use-chain-query"
import { toAddress } from "@/lib/chain/browser"
import { usd } from "@/lib/format"

/** USDB of a wallet, which is no token of the exchange: the browser reads it from the chain. */
export function Cash({ wallet }: { wallet: string }) {
  const { contracts } = useBrowserConfig()
  const { data, isError } = useTokenBalance(contracts.usdb, toAddress(wallet))
  if (data !== undefined) return <Stat label="USDB">{usd(data)}</Stat>
  return <Stat label="USDB">{isError ? "unknown" : <Skeleton className="h-7 w-24" />}</Stat>
}
