"use client"

import { Skeleton } from "@/components/ui/states"
import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"

export const LazyAccountPanel = lazyWithWallet(
  () => import("./account-panel").then(({ AccountPanel }) => AccountPanel),
  {
    fallback: (
      <>
        <Skeleton className="h-56 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </>
    ),
  },
)

/** Without a signed-in wallet it shows nothing. */
export const LazyDataPanel = lazyWithWallet(
  () => import("./data-panel").then(({ DataPanel }) => DataPanel),
  { fallback: null, withoutChain: null },
)
