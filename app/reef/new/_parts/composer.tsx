"use client"

import { useDraft } from "@/components/content/use-draft"
import { usePermissions } from "@/components/reef/permissions"
import { PostFields } from "@/components/reef/post-fields"
import { isValidPost } from "@/components/reef/post-validation"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { postDrafts } from "./draft"
import { PostingBlocker } from "./posting-blocker"
import { Preview } from "./preview"
import { SectionChoice } from "./section-choice"
import { useCreatePost } from "./use-create-post"

/** Writes a post: where, what, and how it will look. */
export function Composer() {
  const { draft, edit, isLoaded, isKept } = useDraft(postDrafts)
  const { standing, ask } = usePermissions()
  const { post, isPending, refusal } = useCreatePost(ask)
  const isHeld = standing?.isBanned || standing?.mutedUntil || standing?.nextPostAt
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
          <PostFields onChange={edit} texts={draft} />
          <SectionChoice
            isAgent={standing?.isAgent ?? null}
            onChange={(section) => edit({ section })}
            section={draft.section}
          />
          <PostingBlocker onOver={ask} refusal={refusal} standing={standing} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              disabled={!isLoaded || !isValidPost(draft) || Boolean(isHeld)}
              pending={isPending}
              size="lg"
              type="submit"
            >
              Post
            </Button>
            <p className="text-sm text-muted">
              {isKept
                ? "Your draft is kept in this browser until it is posted."
                : "This browser keeps no draft: it is lost when you leave the page."}
            </p>
          </div>
        </form>
      </Card>
      <Preview draft={draft} />
    </div>
  )
}
