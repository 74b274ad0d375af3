"use client"

import { usePathname, useRouter } from "next/navigation"
import { useEffect, useState } from "react"
import { DecisionDialog } from "@/components/reef/decision-dialog"
import { callQuietly, useDesk } from "@/components/reef/desk"
import { field } from "@/components/reef/json"
import { postActions } from "@/components/reef/moderation"
import { PostMenu } from "@/components/reef/post-menu"
import { UserText } from "@/components/reef/user-text"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { visibleTitle } from "@/lib/reef/text"

type Hidden = { wallet: string; title: string; body: string; hiddenBy: string; reason: string }

/** For its author and for moderators: that and why a post is hidden, and what it says. */
export function HiddenPost() {
  const { me } = useDesk()
  const router = useRouter()
  const id = usePathname().split("/").at(-1) ?? ""
  const [hidden, setHidden] = useState<Hidden | null>(null)
  const [isDeciding, setDeciding] = useState(false)
  useEffect(() => {
    let isCurrent = true
    setHidden(null)
    if (me) void find(id).then((found) => isCurrent && setHidden(found))
    return () => {
      isCurrent = false
    }
  }, [me, id])
  if (!me || !hidden) return null
  const { wallet, title, body, hiddenBy, reason } = hidden
  const isOwn = wallet === me
  return (
    <div className="grid w-full gap-3 text-left">
      <Notice
        action={
          !isOwn && (
            <Button look="secondary" onClick={() => setDeciding(true)} size="sm">
              {postActions.unhide_post.name}
            </Button>
          )
        }
        title={isOwn ? "Your post is hidden" : "This post is hidden"}
        tone="warning"
      >
        <p>
          {hiddenBy === "reports"
            ? "Five readers have reported it. A moderator decides whether it comes back."
            : reason
              ? "A moderator has hidden it because:"
              : "A moderator has hidden it and gave no reason."}
        </p>
        {reason && <UserText isWhole text={reason} />}
      </Notice>
      <article className="grid gap-2 rounded-card border border-line bg-surface p-4">
        {!isOwn && (
          <p className="text-sm text-muted">
            By <WalletLink address={wallet} isRaised />
          </p>
        )}
        <header className="flex items-start justify-between gap-2">
          <h2 className="wrap-anywhere">
            <bdi>{visibleTitle(title)}</bdi>
          </h2>
          {isOwn && <PostMenu isPage post={{ id, wallet, title, body: body || null }} />}
        </header>
        {body && <UserText text={body} />}
      </article>
      {isDeciding && (
        <DecisionDialog
          decision={{ action: "unhide_post", postId: id }}
          onClose={() => setDeciding(false)}
          onDone={() => router.refresh()}
        />
      )}
    </div>
  )
}

async function find(id: string): Promise<Hidden | null> {
  const said = await callQuietly(`/reef/${id}/hidden`)
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
