"use client"

import { useEffect, useState } from "react"
import { describeFailure, type Failure } from "@/components/browser/failure"
import { useSession } from "@/components/wallet/session/session"

/** Calls the API as one signed-in wallet. `isSignedIn` is null while the session is not loaded. */
export function useWalletRequest(wallet: string) {
  const { wallets, selectWallet, loadSession, request } = useSession()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(loadSession, [loadSession])

  const attempt = async (work: (send: typeof request) => Promise<void>) => {
    setPending(true)
    setFailure(null)
    try {
      selectWallet(wallet)
      await work(request)
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setPending(false)
    }
  }
  return { attempt, isPending, failure, isSignedIn: wallets?.includes(wallet) ?? null }
}
