"use client"

import { useEffect } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { findPendingConnection } from "@/components/wallet/connect/pending-connection"
import { useWallet } from "@/components/wallet/use-wallet"
import { formatDuration } from "@/lib/format"
import { useSession } from "./session"
import { useSessionTimeLeft } from "./session-expiry"
import { type SignInMessage, useSignIn } from "./use-sign-in"

/** Signs the connected wallet in or out, and renews its session. */
export function SignInPanel() {
  const { address } = useWallet()
  if (!address) return null
  // A message belongs to one account.
  return <Panel address={address} key={address} />
}

function Panel({ address }: { address: string }) {
  const { wallets, hasExpired, loadSession, signOut } = useSession()
  const { message, prepare, sign, cancel, isPending, failure } = useSignIn()
  const { leftMs, isEnding } = useSessionTimeLeft(address)
  useEffect(loadSession, [loadSession])
  const isSignedIn = wallets?.includes(address) ?? false
  useEffect(() => {
    // A page that moves this panel once the session is there shows a new one while the old one ends its work.
    if (isSignedIn) return
    // The phone discarded the page while the wallet app was open.
    const pending = findPendingConnection()
    if (pending?.kind === "sign-in" && pending.wallet === address) void prepare()
  }, [address, isSignedIn, prepare])
  return (
    <div className="grid gap-3">
      {hasExpired && !message && (
        <Notice title="Your session has expired" tone="warning">
          <p>Sessions last 24 hours. Sign in again to continue.</p>
        </Notice>
      )}
      {message ? (
        <MessagePreview isPending={isPending} message={message} onCancel={cancel} onSign={sign} />
      ) : isSignedIn ? (
        <SignedIn
          isEnding={isEnding}
          isPending={isPending}
          leftMs={leftMs}
          onSignOut={() => signOut(address)}
          onRenew={prepare}
        />
      ) : (
        <Button variant="secondary" onClick={prepare} pending={isPending}>
          Sign in with this wallet
        </Button>
      )}
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}

type MessagePreviewProps = {
  message: SignInMessage
  isPending: boolean
  onSign: () => void
  onCancel: () => void
}

/** Explains the message before the wallet shows it. */
function MessagePreview({ message, isPending, onSign, onCancel }: MessagePreviewProps) {
  return (
    <section className="grid gap-3 rounded-control border border-line p-3 text-sm">
      <h3 className="font-semibold">Your wallet will ask you to sign a message</h3>
      <ul className="grid list-disc gap-1 pl-5 text-muted">
        <li>It proves to {message.domain} that you own this wallet.</li>
        <li>It is free and not a transaction: no funds move and nothing is approved.</li>
        <li>You stay signed in for 24 hours or until you sign out.</li>
      </ul>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">
          View message
        </summary>
        <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
          {message.text}
        </pre>
      </details>
      <div className="flex flex-wrap gap-2">
        <Button className="flex-1" onClick={onSign} pending={isPending}>
          Sign the message
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
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
