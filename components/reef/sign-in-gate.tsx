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

/** Loads the wallet code when a wallet was connected before or an action needs a signed-in wallet. */
export function SignInGate() {
  const { isLoadRequested } = useWalletDialog()
  const { signInRequest } = useReefSession()
  return isLoadRequested || signInRequest ? <LazySignInDialog /> : null
}
