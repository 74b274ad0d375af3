"use client"

import { useState } from "react"
import { Skeleton } from "@/components/ui/states"
import { walletIsland } from "@/components/wallet/island"
import { useWalletView } from "@/components/wallet/store"
import type { CancelAllProps } from "./cancel-all"
import type { CancelOrderProps } from "./cancel-order"
import type { RedeemProps } from "./redeem"

const line = <Skeleton className="h-11 w-24" />

const LiveRedeem = walletIsland(() => import("./redeem").then(({ Redeem }) => Redeem), {
  fallback: <Skeleton className="h-24" />,
  withoutChain: null,
})

const LiveCancel = walletIsland(
  () => import("./cancel-order").then(({ CancelOrder }) => CancelOrder),
  { fallback: line, withoutChain: null },
)

const LiveCancelAll = walletIsland(
  () => import("./cancel-all").then(({ CancelAll }) => CancelAll),
  { fallback: line, withoutChain: null },
)

type Owned<P> = P & { wallet: string }

/**
 * Redeems in one market or in all; for the connected wallet's own portfolio alone. It stays in the page when
 * nothing is left, to say so.
 */
export function OwnRedeem({ wallet, markets, ...rest }: Owned<RedeemProps>) {
  const { address } = useWalletView()
  const [hadSome, setHadSome] = useState(false)
  if (markets.length > 0 && !hadSome) setHadSome(true)
  return address === wallet && hadSome ? <LiveRedeem markets={markets} {...rest} /> : null
}

/** Takes an order back; for the connected wallet's own portfolio alone. */
export function OwnCancel({ wallet, ...props }: Owned<CancelOrderProps>) {
  const { address } = useWalletView()
  return address === wallet ? <LiveCancel {...props} /> : null
}

/** Takes all orders back, from the moment on at which there are several. */
export function OwnCancelAll({ wallet, orders }: Owned<CancelAllProps>) {
  const { address } = useWalletView()
  const [hadSeveral, setHadSeveral] = useState(false)
  if (orders.length > 1 && !hadSeveral) setHadSeveral(true)
  return address === wallet && hadSeveral ? <LiveCancelAll orders={orders} /> : null
}
