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

/** Whether the connected wallet is signed in, and the way in, out and on. */
export function SignInPanel() {
  const { address } = useWallet()
  if (!address) return null
  // A message belongs to one account.
  return <Panel address={address} key={address} />
}

function Panel({ address }: { address: string }) {
  const { wallets, hasExpired, load, leave } = useSession()
  const { message, prepare, sign, cancel, isPending, failure } = useSignIn()
  const { leftMs, isEnding } = useSessionTimeLeft(address)
  useEffect(load, [load])
  useEffect(() => {
    // The page was thrown away while the wallet app was in front.
    const intent = findPendingConnection()
    if (intent?.kind === "sign-in" && intent.wallet === address) void prepare()
  }, [address, prepare])
  const isSignedIn = wallets?.includes(address) ?? false
  return (
    <div className="grid gap-3">
      {hasExpired && !message && (
        <Notice title="Your session has expired" tone="warning">
          <p>Sessions last 24 hours. Sign in again to go on.</p>
        </Notice>
      )}
      {message ? (
        <MessagePreview isPending={isPending} message={message} onCancel={cancel} onSign={sign} />
      ) : isSignedIn ? (
        <SignedIn
          isEnding={isEnding}
          isPending={isPending}
          leftMs={leftMs}
          onSignOut={() => leave(address)}
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

/** What the wallet is about to show, in plain words. */
function MessagePreview({ message, isPending, onSign, onCancel }: MessagePreviewProps) {
  return (
    <section className="grid gap-3 rounded-control border border-line p-3 text-sm">
      <h3 className="font-semibold">Your wallet will ask you to sign a message</h3>
      <ul className="grid list-disc gap-1 pl-5 text-muted">
        <li>It tells {message.domain} that this wallet is yours, and nothing else.</li>
        <li>It is no transaction: nothing moves, nothing is approved, it costs nothing.</li>
        <li>You stay signed in here for 24 hours, or until you sign out.</li>
      </ul>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">
          The exact message
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
          Not now
        </Button>
      </div>
    </section>
  )
}

type SignedInProps = {
  /** Null when it is not known. */
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
              Renew by one signature
            </Button>
          )}
          <Button variant="secondary" onClick={onSignOut}>
            Sign out this wallet
          </Button>
        </div>
      }
      title={isEnding ? `Signed in for another ${left}` : "Signed in"}
      tone={isEnding ? "warning" : "good"}
    >
      <p>
        This wallet may manage its API key and its content
        {left && !isEnding ? `, for another ${left}` : ""}.
      </p>
    </Notice>
  )
}
