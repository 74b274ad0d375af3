"use client"

import { useEffect } from "react"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { FailureNotice } from "./failure-notice"
import { useSession } from "./session"
import { useSignIn } from "./use-sign-in"
import { useWallet } from "./use-wallet"

/** Whether the connected wallet is signed in, and the button that signs it in. */
export function SignInPanel() {
  const { address } = useWallet()
  const { wallets, hasExpired, load, leave } = useSession()
  const { signIn, isPending, failure } = useSignIn()
  useEffect(load, [load])
  if (!address) return null
  const isSignedIn = wallets?.includes(address) ?? false
  return (
    <div className="grid gap-2">
      {hasExpired && (
        <Notice title="Your session has expired" tone="warning">
          <p>Sessions last 24 hours. Sign in again to go on.</p>
        </Notice>
      )}
      {isSignedIn ? (
        <Notice
          action={
            <Button look="secondary" onClick={() => leave(address)}>
              Sign out this wallet
            </Button>
          }
          title="Signed in"
          tone="good"
        >
          <p>This wallet may manage its API key and its content.</p>
        </Notice>
      ) : (
        <>
          <Button look="secondary" onClick={signIn} pending={isPending}>
            Sign in with this wallet
          </Button>
          <p className="text-sm text-muted">
            A signature that proves the wallet is yours. It moves nothing and costs nothing.
          </p>
        </>
      )}
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
