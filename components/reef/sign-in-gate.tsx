"use client"

import { lazyWithWallet } from "@/components/wallet/lazy-with-wallet"
import { useWalletDialog } from "@/components/wallet/store"
import { useReefSession } from "./session-gate"

const LazySignInDialog = lazyWithWallet(
  () => import("./sign-in-dialog").then(({ SignInDialog }) => SignInDialog),
  {
    fallback: null,
    withoutChain: null,
  },
)

/** Brings the desk's room when a wallet is here or somebody wants to do something. */
export function SignInGate() {
  const { isLoadRequested } = useWalletDialog()
  const { signInRequest } = useReefSession()
  return isLoadRequested || signInRequest ? <LazySignInDialog /> : null
}
