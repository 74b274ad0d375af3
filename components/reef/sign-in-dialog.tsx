"use client"

import { useEffect } from "react"
import { describeFailure } from "@/components/browser/failure"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { useSession } from "@/components/wallet/session/session"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { openConnect } from "@/components/wallet/store"
import { useWallet } from "@/components/wallet/use-wallet"
import { usePermissions } from "./permissions"
import { finishSignIn, publishAdmin, publishSession, useReefSession } from "./session-gate"

/** Publishes the session to the Reef's pages, and asks the user to sign in when an action needs it. */
export function SignInDialog() {
  const { status, address } = useWallet()
  const { me, isKnown } = useSessionPublisher()
  const { signInRequest } = useReefSession()
  const { permissions } = usePermissions()
  const isAdmin = permissions?.isAdmin ?? false
  useEffect(() => publishAdmin(isAdmin), [isAdmin])
  if (!signInRequest || !isKnown || me) return null
  return (
    <Dialog
      description="Posting, voting and reporting need a signed-in wallet. Signing in is free."
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
  // The connected wallet if it is signed in; without a connected wallet the acting one.
  const own = address ? (wallets?.find((wallet) => wallet === address) ?? null) : activeWallet
  const me = isKnown ? own : null
  useEffect(
    () => publishSession({ me, isKnown }, { selectWallet, request, describeFailure }),
    [me, isKnown, selectWallet, request],
  )
  return { me, isKnown }
}
