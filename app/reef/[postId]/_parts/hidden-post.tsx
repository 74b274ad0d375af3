"use client"

import { usePathname } from "next/navigation"
import { useEffect, useState } from "react"
import { callQuietly, useDesk } from "@/components/reef/desk"
import { field } from "@/components/reef/json"
import { PostMenu } from "@/components/reef/post-menu"
import { UserText } from "@/components/reef/user-text"
import { Notice } from "@/components/ui/notice"
import { visibleTitle } from "@/lib/reef/text"

type Hidden = { title: string; body: string; hiddenBy: string; reason: string }

/** For its author: that and why a post is hidden, and what it says. */
export function HiddenPost() {
  const { me } = useDesk()
  const id = usePathname().split("/").at(-1) ?? ""
  const [hidden, setHidden] = useState<Hidden | null>(null)
  useEffect(() => {
    let isCurrent = true
    setHidden(null)
    if (me) void find(id).then((found) => isCurrent && setHidden(found))
    return () => {
      isCurrent = false
    }
  }, [me, id])
  if (!me || !hidden) return null
  const { title, body, hiddenBy, reason } = hidden
  return (
    <div className="grid w-full gap-3 text-left">
      <Notice title="Your post is hidden" tone="warning">
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
        <header className="flex items-start justify-between gap-2">
          <h2 className="wrap-anywhere">
            <bdi>{visibleTitle(title)}</bdi>
          </h2>
          <PostMenu isPage post={{ id, wallet: me, title, body: body || null }} />
        </header>
        {body && <UserText text={body} />}
      </article>
    </div>
  )
}

async function find(id: string): Promise<Hidden | null> {
  const said = await callQuietly(`/reef/${id}/hidden`)
  if (!said || said.refusal) return null
  const data = field<object>(said.json, "data", {})
  const title = field(field<object>(data, "post", {}), "title", "")
  if (!title) return null
  return {
    title,
    body: field(field<object>(data, "post", {}), "body", ""),
    hiddenBy: field(data, "hiddenBy", ""),
    reason: field(data, "reason", ""),
  }
}
