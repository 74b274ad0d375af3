"use client"

import { usePathname } from "next/navigation"
import { type ReactNode, useCallback, useEffect, useState } from "react"
import { DecisionDialog } from "@/components/reef/decision-dialog"
import { postActions } from "@/components/reef/moderation-actions"
import { PostMenu } from "@/components/reef/post-menu"
import { callIfSignedIn, useReefSession } from "@/components/reef/session-gate"
import { UserText } from "@/components/reef/user-text"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import type { ApiAnswer } from "@/lib/api/client"
import { cleanTitle } from "@/lib/reef/text"

type HiddenPostData = NonNullable<ApiAnswer<"GET /api/internal/reef/posts/[postId]/hidden">["data"]>

/** The hidden post for its author and moderators; the children for everyone else. */
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
  const { wallet, title, body } = hidden.post
  const post = { id, wallet, title, body }
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
        Back to the Reef
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
          ? "Five users reported it. A moderator will review it."
          : reason
            ? "Hidden by a moderator. Reason:"
            : "Hidden by a moderator. No reason given."}
      </p>
      {reason && <UserText isWhole text={reason} />}
    </Notice>
  )
}

/** For moderators. Reloads the document, as a refresh does not replace a 404 page. */
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

async function fetchHiddenPost(postId: string): Promise<HiddenPostData | null> {
  const endpoint = "GET /api/internal/reef/posts/[postId]/hidden"
  return (await callIfSignedIn(endpoint, { params: { postId } }))?.answer?.data ?? null
}
