"use client"

import { useEffect } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { useWallet } from "@/components/wallet/use-wallet"
import { formatDuration } from "@/lib/format"
import { useSession } from "./session"
import { useSessionTimeLeft } from "./session-expiry"
import { useSignIn } from "./use-sign-in"

type SignInPanelProps = {
  /** The effect of one press: "Sign in and comment". */
  label?: string
  /** Runs once the wallet has signed in here. */
  onSignedIn?: (() => unknown) | undefined
}

/** Signs the connected wallet in or out, and renews its session. */
export function SignInPanel(props: SignInPanelProps) {
  const { address } = useWallet()
  if (!address) return null
  // A message belongs to one account.
  return <Panel {...props} address={address} key={address} />
}

function Panel({
  address,
  label = "Sign in with this wallet",
  onSignedIn,
}: SignInPanelProps & { address: string }) {
  const { wallets, hasExpired, loadSession, signOut } = useSession()
  const { message, signIn, isPending, failure } = useSignIn()
  const { leftMs, isEnding } = useSessionTimeLeft(address)
  useEffect(loadSession, [loadSession])
  const isSignedIn = wallets?.includes(address) ?? false
  const begin = async () => {
    if (await signIn()) await onSignedIn?.()
  }
  return (
    <div className="grid gap-3">
      {hasExpired && !message && (
        <Notice title="Your session has expired" tone="warning">
          <p>Sessions last 24 hours. Sign in again to continue.</p>
        </Notice>
      )}
      {isSignedIn ? (
        <SignedIn
          isEnding={isEnding}
          isPending={isPending}
          leftMs={leftMs}
          onSignOut={() => signOut(address)}
          onRenew={begin}
        />
      ) : (
        <>
          <Button variant="secondary" onClick={begin} pending={isPending}>
            {label}
          </Button>
          <p className="text-sm text-muted">
            Your wallet asks you to sign a message. It is free, moves no funds, and keeps you signed
            in for 24 hours.
          </p>
        </>
      )}
      {message && <MessagePreview message={message} />}
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}

/** The message that the wallet shows at the same time. */
function MessagePreview({ message }: { message: string }) {
  return (
    <section className="grid gap-1 rounded-control border border-line p-3 text-sm">
      <p role="status">Sign the message in your wallet.</p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">
          View message
        </summary>
        <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
          {message}
        </pre>
      </details>
    </section>
  )
}

type SignedInProps = {
  /** Null if unknown. */
  leftMs: number | null
  isEnding: boolean
  isPending: boolean
  onRenew: () => void
  onSignOut: () => void
}

function SignedIn({ leftMs, isEnding, isPending, onRenew, onSignOut }: SignedInProps) {
  const left = leftMs === null ? null : formatDuration(leftMs / 1_000)
  return (
    <Notice
      action={
        <div className="flex flex-wrap gap-2">
          {isEnding && (
            <Button onClick={onRenew} pending={isPending}>
              Renew session
            </Button>
          )}
          <Button variant="secondary" onClick={onSignOut}>
            Sign out this wallet
          </Button>
        </div>
      }
      title={isEnding ? `Your session expires in ${left}` : "Signed in"}
      tone={isEnding ? "warning" : "good"}
    >
      <p>
        You can post, edit your profile and manage your API key with this wallet.
        {left && !isEnding ? ` The session expires in ${left}.` : ""}
      </p>
    </Notice>
  )
}
