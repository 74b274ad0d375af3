"use client"

import { usePathname } from "next/navigation"
import { type ReactNode, useCallback, useEffect, useState } from "react"
import { DecisionDialog } from "@/components/reef/decision-dialog"
import { field } from "@/components/reef/json"
import { postActions } from "@/components/reef/moderation-actions"
import { PostMenu } from "@/components/reef/post-menu"
import { callIfSignedIn, useReefSession } from "@/components/reef/session-gate"
import { UserText } from "@/components/reef/user-text"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { cleanTitle } from "@/lib/reef/text"

type HiddenPostData = {
  wallet: string
  title: string
  body: string
  hiddenBy: string
  reason: string
}

/** A hidden post for its author and for moderators; for everybody else the children. */
export function HiddenPost({ children }: { children: ReactNode }) {
  const { me } = useReefSession()
  const id = usePathname().split("/").at(-1) ?? ""
  const [hidden, setHidden] = useState<HiddenPostData | null>(null)
  const ask = useCallback(async () => setHidden(await fetchHiddenPost(id)), [id])
  useEffect(() => {
    setHidden(null)
    if (me) void ask()
  }, [me, ask])
  if (!me || !hidden) return children
  const { wallet, title, body } = hidden
  const post = { id, wallet, title, body: body || null }
  const isOwn = wallet === me
  return (
    <div className="mx-auto grid w-full max-w-xl gap-4 py-12">
      <h1>{isOwn ? "Your post is hidden" : "This post is hidden"}</h1>
      <HiddenReason hidden={hidden} way={!isOwn && <UnhideButton postId={id} />} />
      <article className="grid gap-2 rounded-card border border-line bg-surface p-4">
        {!isOwn && (
          <p className="text-sm text-muted">
            By <WalletLink address={wallet} isRaised />
          </p>
        )}
        <header className="flex items-start justify-between gap-2">
          <h2 className="wrap-anywhere">
            <bdi>{cleanTitle(title)}</bdi>
          </h2>
          {isOwn && <PostMenu isPage onChanged={ask} post={post} />}
        </header>
        {body && <UserText text={body} />}
      </article>
      <ButtonLink className="justify-self-center" href="/reef">
        To the Reef
      </ButtonLink>
    </div>
  )
}

function HiddenReason({
  hidden: { hiddenBy, reason },
  way,
}: {
  hidden: HiddenPostData
  way: ReactNode
}) {
  return (
    <Notice action={way} tone="warning">
      <p>
        {hiddenBy === "reports"
          ? "Five readers have reported it. A moderator decides whether it comes back."
          : reason
            ? "A moderator has hidden it because:"
            : "A moderator has hidden it and gave no reason."}
      </p>
      {reason && <UserText isWhole text={reason} />}
    </Notice>
  )
}

/** For moderators. A page that was not there does not come by a refresh: it is loaded anew. */
function UnhideButton({ postId }: { postId: string }) {
  const [isDeciding, setDeciding] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setDeciding(true)} size="sm">
        {postActions.unhide_post.name}
      </Button>
      {isDeciding && (
        <DecisionDialog
          decision={{ action: "unhide_post", postId }}
          onClose={() => setDeciding(false)}
          onDone={() => location.reload()}
        />
      )}
    </>
  )
}

async function fetchHiddenPost(id: string): Promise<HiddenPostData | null> {
  const said = await callIfSignedIn(`/reef/${id}/hidden`)
  if (!said || said.refusal) return null
  const data = field<object>(said.json, "data", {})
  const post = field<object>(data, "post", {})
  const title = field(post, "title", "")
  if (!title) return null
  return {
    wallet: field(post, "wallet", ""),
    title,
    body: field(post, "body", ""),
    hiddenBy: field(data, "hiddenBy", ""),
    reason: field(data, "reason", ""),
  }
}
