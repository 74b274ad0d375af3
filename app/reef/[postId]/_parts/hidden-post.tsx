"use client"

import { usePathname } from "next/navigation"
import { type ReactNode, useCallback, useEffect, useState } from "react"
import { DecisionDialog } from "@/components/reef/decision-dialog"
import { callQuietly, useDesk } from "@/components/reef/desk"
import { field } from "@/components/reef/json"
import { postActions } from "@/components/reef/moderation"
import { PostMenu } from "@/components/reef/post-menu"
import { UserText } from "@/components/reef/user-text"
import { WalletLink } from "@/components/tokens/wallet-link"
import { Button, ButtonLink } from "@/components/ui/button"
import { Notice } from "@/components/ui/notice"
import { visibleTitle } from "@/lib/reef/text"

type Hidden = { wallet: string; title: string; body: string; hiddenBy: string; reason: string }

/** A hidden post for its author and for moderators; for everybody else the children. */
export function HiddenPost({ children }: { children: ReactNode }) {
  const { me } = useDesk()
  const id = usePathname().split("/").at(-1) ?? ""
  const [hidden, setHidden] = useState<Hidden | null>(null)
  const ask = useCallback(async () => setHidden(await find(id)), [id])
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
      <Why hidden={hidden} way={!isOwn && <ShowAgain postId={id} />} />
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

function Why({ hidden: { hiddenBy, reason }, way }: { hidden: Hidden; way: ReactNode }) {
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
function ShowAgain({ postId }: { postId: string }) {
  const [isDeciding, setDeciding] = useState(false)
  return (
    <>
      <Button look="secondary" onClick={() => setDeciding(true)} size="sm">
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
