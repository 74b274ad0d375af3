"use client"

import { useState } from "react"
import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletState } from "@/components/wallet/store"
import type { CancelAllProps, CancelOrderProps } from "./cancel"
import type { RedeemProps } from "./redeem"

const buttonSkeleton = <Skeleton className="h-11 w-24" />

const LazyRedeem = lazyWithWallet(() => import("./redeem").then(({ Redeem }) => Redeem), {
  fallback: <Skeleton className="h-24" />,
  withoutChain: null,
})

const LazyCancel = lazyWithWallet(() => import("./cancel").then(({ CancelOrder }) => CancelOrder), {
  fallback: buttonSkeleton,
  withoutChain: null,
})

const LazyCancelAll = lazyWithWallet(() => import("./cancel").then(({ CancelAll }) => CancelAll), {
  fallback: buttonSkeleton,
  withoutChain: null,
})

type ForWallet<P> = P & { wallet: string }

/**
 * Redeems in one market or in all, for the connected wallet only. Stays on the page when nothing is left, to show the
 * result.
 */
export function OwnRedeem({ wallet, markets, ...rest }: ForWallet<RedeemProps>) {
  const { address } = useWalletState()
  const [hadSome, setHadSome] = useState(false)
  if (markets.length > 0 && !hadSome) setHadSome(true)
  return address === wallet && hadSome ? <LazyRedeem markets={markets} {...rest} /> : null
}

/** Cancels an order of the connected wallet. */
export function OwnCancel({ wallet, ...props }: ForWallet<CancelOrderProps>) {
  const { address } = useWalletState()
  return address === wallet ? <LazyCancel {...props} /> : null
}

/** Cancels all orders of the connected wallet, once there are several. */
export function OwnCancelAll({ wallet, orders }: ForWallet<CancelAllProps>) {
  const { address } = useWalletState()
  const [hadSeveral, setHadSeveral] = useState(false)
  if (orders.length > 1 && !hadSeveral) setHadSeveral(true)
  return address === wallet && hadSeveral ? <LazyCancelAll orders={orders} /> : null
}
