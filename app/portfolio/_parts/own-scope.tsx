"use client"

import type { ReactNode } from "react"
import { useWalletView } from "@/components/wallet/store"

type OwnScopeProps = { wallet: string; className?: string; children: ReactNode }

/** What is in it can look different (`in-data-own:`) to the wallet's owner. */
export function OwnScope({ wallet, className, children }: OwnScopeProps) {
  const isOwn = useWalletView().address === wallet
  return (
    <section className={className} {...(isOwn && { "data-own": "" })}>
      {children}
    </section>
  )
}
