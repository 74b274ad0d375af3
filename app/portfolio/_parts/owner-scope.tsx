"use client"

import type { ReactNode } from "react"
import { useWalletState } from "@/components/wallet/store"

type OwnerScopeProps = { wallet: string; className?: string; children: ReactNode }

/** What is in it can look different (`in-data-own:`) to the wallet's owner. */
export function OwnerScope({ wallet, className, children }: OwnerScopeProps) {
  const isOwn = useWalletState().address === wallet
  return (
    <section className={className} {...(isOwn && { "data-own": "" })}>
      {children}
    </section>
  )
}
