"use client"

import type { ReactNode } from "react"
import { useWalletState } from "@/components/wallet/store"

type OwnerScopeProps = { wallet: string; className?: string; children: ReactNode }

/** Its content can be styled differently (`in-data-own:`) for the wallet's owner. */
export function OwnerScope({ wallet, className, children }: OwnerScopeProps) {
  const isOwn = useWalletState().address === wallet
  return (
    <section className={className} {...(isOwn && { "data-own": "" })}>
      {children}
    </section>
  )
}
