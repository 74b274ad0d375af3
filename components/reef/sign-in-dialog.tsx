"use client"

import { useCallback, useEffect } from "react"
import { z } from "zod"
import { ApiClientError } from "@/components/browser/api"
import { describeFailure } from "@/components/browser/failure"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { useSession } from "@/components/wallet/session/session"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { usePermissions } from "./permissions"
import {
  type CallResult,
  finishSignIn,
  publishAdmin,
  publishSession,
  type ReefCall,
  useReefSession,
} from "./session-gate"

/** Finds out who is there, and asks those who want to do something to sign in. */
export function SignInDialog() {
  const { status, address } = useWallet()
  const { me, isKnown } = useSessionPublisher()
  const { signInRequest } = useReefSession()
  const { standing } = usePermissions()
  const isAdmin = standing?.isAdmin ?? false
  useEffect(() => publishAdmin(isAdmin), [isAdmin])
  if (!signInRequest || !isKnown || me) return null
  return (
    <Dialog
      description="Posting, voting and reporting are done in the name of a wallet. It costs nothing."
      isOpen
      onClose={() => finishSignIn(null)}
      title={`Sign in ${signInRequest.purpose}`}
    >
      <div className="grid gap-3 pt-2">
        {address ? (
          <SignInPanel />
        ) : (
          <Button onClick={openConnect} pending={status === "connecting"}>
            Connect a wallet
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function useSessionPublisher() {
  const { status, address } = useWallet()
  const { wallets, activeWallet, loadSession, selectWallet, request } = useSession()
  useEffect(loadSession, [loadSession])
  const isKnown = wallets !== null && status !== "connecting"
  // The wallet that is connected counts, and where none is, the one that signed in.
  const own = address ? (wallets?.find((wallet) => wallet === address) ?? null) : activeWallet
  const me = isKnown ? own : null
  const send = useCallback(
    async (path: string, call: ReefCall): Promise<CallResult> => {
      try {
        if (me) selectWallet(me)
        return { json: await request(path, z.unknown(), call), refusal: null }
      } catch (error) {
        const retryAfterSeconds = error instanceof ApiClientError ? error.retryAfterSeconds : 0
        return { json: null, refusal: { ...describeFailure(error), retryAfterSeconds } }
      }
    },
    [selectWallet, me, request],
  )
  useEffect(() => publishSession({ me, isKnown, send }), [me, isKnown, send])
  return { me, isKnown }
}
