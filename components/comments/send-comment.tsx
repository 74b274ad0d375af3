"use client"

import { FailureNotice } from "@/components/browser/failure-notice"
import { useWalletRequest } from "@/components/content/use-wallet-request"
import { useRefresh } from "@/components/live/live-refresh"
import { Button } from "@/components/ui/button"
import { Skeleton } from "@/components/ui/states"
import { toast } from "@/components/ui/toast"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"

export type SendCommentProps = {
  projectId: number
  /** The author. */
  wallet: string
  text: string
  isReady: boolean
  onSent: () => void
}

/** Sends a comment as a wallet, or asks it to sign in. */
export function SendComment({ projectId, wallet, text, isReady, onSent }: SendCommentProps) {
  const refresh = useRefresh()
  const { attempt, isPending, failure, isSignedIn } = useWalletRequest(wallet)
  const send = () =>
    attempt(async (request) => {
      const body = { projectId, content: text, authorAddress: wallet }
      await request("POST /api/comments", { body })
      toast({ title: "Comment published", tone: "good" })
      onSent()
      refresh()
    })
  if (isSignedIn === null) return <Skeleton className="h-11 w-36" />
  return (
    <div className="grid gap-3">
      {failure && <FailureNotice failure={failure} />}
      {isSignedIn ? (
        <Button
          className="justify-self-start"
          disabled={!isReady}
          onClick={send}
          pending={isPending}
        >
          Comment
        </Button>
      ) : (
        <SignInPanel
          {...(isReady && { label: "Sign in and comment" })}
          onSignedIn={isReady ? send : undefined}
        />
      )}
    </div>
  )
}
