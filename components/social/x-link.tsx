"use client"

import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { RetryButton } from "@/components/browser/retry-button"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { useSession } from "@/components/wallet/session/session"
import type { ApiAnswer } from "@/lib/api/client"
import type { NetworkSettings } from "@/lib/social/config"
import { parsePostUrl } from "@/lib/social/x/post-url"
import { composeUrl } from "./compose-url"
import { NotConfigured } from "./not-configured"
import { SendForm } from "./send-form"
import { useReload } from "./use-social"

type Props = { wallet: string; settings: NetworkSettings["x"] }
type Challenge = ApiAnswer<"POST /api/auth/social/challenge">

/** The ways of proving an X account that the operator has configured. */
export function XLink({ wallet, settings }: Props) {
  const { request } = useSession()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const { run, isPending, failure } = useAction()
  const isMissing = failure?.code === "NOT_CONFIGURED"
  const ask = () =>
    run(async () => setChallenge(await request("POST /api/auth/social/challenge", {})))
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-sm text-muted">
        A linked account counts for the faucet, lends its name and picture to your profile if you
        show it, and its posts earn points. It starts hidden.
      </p>
      <div className="flex flex-wrap gap-2">
        {settings.hasOauth && (
          <Button onClick={() => window.location.assign(`/api/auth/social?wallet=${wallet}`)}>
            Link with X
          </Button>
        )}
        {settings.handle && !isMissing && (
          <RetryButton
            failure={failure}
            onClick={ask}
            pending={isPending}
            variant={settings.hasOauth ? "secondary" : "primary"}
          >
            {challenge ? "New code" : "Link by a post"}
          </RetryButton>
        )}
      </div>
      <div aria-live="polite">
        {isMissing && <NotConfigured what="linking by posts on X" />}
        {failure && !isMissing && <FailureNotice failure={failure} />}
      </div>
      {challenge && <ChallengeSteps challenge={challenge} wallet={wallet} />}
    </div>
  )
}

function ChallengeSteps({ challenge, wallet }: { challenge: Challenge; wallet: string }) {
  const { request } = useSession()
  const reload = useReload(wallet)
  const { tweetTemplate, expiresIn } = challenge
  const verify = async (tweetUrl: string) => {
    await request("POST /api/auth/social/verify-tweet", { body: { tweetUrl } })
    await reload()
  }
  return (
    <ol className="grid list-decimal grid-cols-1 gap-4 pl-5 text-sm">
      <li className="grid grid-cols-1 gap-2">
        <span>Post this text, publicly, within {expiresIn / 60} minutes:</span>
        <p className="rounded-control bg-sunken p-3 font-mono wrap-anywhere">{tweetTemplate}</p>
        <span className="flex flex-wrap items-center gap-3">
          <CopyButton label="Copy text" text={tweetTemplate} />
          <a
            className="text-link"
            href={composeUrl(tweetTemplate)}
            rel="noopener noreferrer"
            target="_blank"
          >
            Write it on X
          </a>
        </span>
      </li>
      <li>
        <XPostForm button="Verify" label="Address of the post" onSend={verify} />
      </li>
    </ol>
  )
}

type XPostFormProps = {
  label: string
  button: string
  hint?: string
  onSend: (url: string) => Promise<unknown>
}

/** A field for a post's address on X. */
export const XPostForm = ({
  hint = "Open the post on X and copy its address.",
  ...rest
}: XPostFormProps) => (
  <SendForm
    check={(url) => (parsePostUrl(url) ? null : "Enter the address of a post on x.com.")}
    hint={hint}
    placeholder="https://x.com/you/status/…"
    what="posts on X"
    {...rest}
  />
)
