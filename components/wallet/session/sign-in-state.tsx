"use client"

import type { ReactNode } from "react"
import { Button } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/states"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { SignInPanel } from "./sign-in-panel"

/** Stands where something belongs to a signed-in wallet: connects one, then signs it in. */
export function SignInState({ title, children }: { title: string; children: ReactNode }) {
  const { address } = useWallet()
  return (
    <EmptyState
      action={address ? <SignInPanel /> : <Button onClick={openConnect}>Connect a wallet</Button>}
      icon="lock"
      title={title}
    >
      {children}
    </EmptyState>
  )
}
