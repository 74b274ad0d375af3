"use client"

import { useEffect } from "react"
import { useAction } from "@/components/browser/use-action"
import { useSession } from "@/components/wallet/session/session"

/** Calls the API as one signed-in wallet. `isSignedIn` is null while the session is not loaded. */
export function useWalletRequest(wallet: string) {
  const { wallets, selectWallet, loadSession, request } = useSession()
  const { run, isPending, failure } = useAction()
  useEffect(loadSession, [loadSession])
  const attempt = (work: (send: typeof request) => Promise<void>) =>
    run(async () => {
      selectWallet(wallet)
      await work(request)
    })
  return { attempt, isPending, failure, isSignedIn: wallets?.includes(wallet) ?? null }
}
