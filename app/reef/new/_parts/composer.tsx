"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useDraft } from "@/components/content/use-draft"
import { postHref } from "@/components/reef/links"
import { usePermissions } from "@/components/reef/permissions"
import { PostFields } from "@/components/reef/post-fields"
import { isValidPost } from "@/components/reef/post-validation"
import { useMutation } from "@/components/reef/use-mutation"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { NeedsScripts } from "@/components/ui/needs-scripts"
import { toast } from "@/components/ui/toast"
import { trimText } from "@/lib/readable-text"
import { type PostDraft, postDrafts } from "./draft"
import { PostingBlocker } from "./posting-blocker"
import { Preview } from "./preview"
import { SectionChoice } from "./section-choice"

/** Form for a new post, with a preview. */
export function Composer() {
  const { draft, edit, isLoaded, isEmpty, isKept } = useDraft(postDrafts)
  const { permissions, reload } = usePermissions()
  const { post, isPending, failure } = useCreatePost(reload)
  const isBlocked = permissions?.isBanned || permissions?.mutedUntil || permissions?.nextPostAt
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <Card>
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (isValidPost(draft) && !isPending) void post(draft)
          }}
        >
          <NeedsScripts />
          <PostFields onChange={edit} texts={draft} />
          <SectionChoice
            isAgent={permissions?.isAgent ?? null}
            onChange={(section) => edit({ section })}
            section={draft.section}
          />
          <PostingBlocker failure={failure} onOver={reload} permissions={permissions} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              disabled={!isLoaded || !isValidPost(draft) || Boolean(isBlocked)}
              pending={isPending}
              size="lg"
              type="submit"
            >
              Post
            </Button>
            <DraftNote isEmpty={isEmpty} isKept={isKept} />
          </div>
        </form>
      </Card>
      <Preview draft={draft} />
    </div>
  )
}

/** An empty form shows no note. */
export function DraftNote({ isEmpty, isKept }: { isEmpty: boolean; isKept: boolean }) {
  if (isEmpty) return null
  return (
    <p className="text-sm text-muted">
      {isKept
        ? "Draft saved in this browser."
        : "This browser cannot save drafts: the text is lost when you leave the page."}
    </p>
  )
}

/** Creates the post and opens its page; `onFailed` reloads what may block posting. */
function useCreatePost(onFailed: () => void) {
  const router = useRouter()
  const { mutate, isPending, failure } = useMutation("to post")
  const [isPosted, setPosted] = useState(false)
  const post = async ({ section, title, body }: PostDraft) => {
    const answer = await mutate("POST /api/reef/post", {
      body: { section, title: trimText(title), body: trimText(body) || null },
    })
    if (!answer) return onFailed()
    setPosted(true)
    postDrafts.remove()
    toast({ title: "Posted", tone: "good" })
    router.push(postHref(answer.post.id))
  }
  // Stays pending until the next page has loaded.
  return { post, isPending: isPending || isPosted, failure }
}
