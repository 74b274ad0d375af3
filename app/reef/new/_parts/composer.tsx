"use client"

import { useDraft } from "@/components/content/use-draft"
import { PostFields } from "@/components/reef/post-fields"
import { isPostGood } from "@/components/reef/post-texts"
import { useStanding } from "@/components/reef/standing"
import { Button } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { postDrafts } from "./draft"
import { Obstacle } from "./obstacle"
import { Preview } from "./preview"
import { SectionChoice } from "./section-choice"
import { usePosting } from "./use-posting"

/** Writes a post: where, what, and how it will look. */
export function Composer() {
  const { draft, edit, isLoaded, isKept } = useDraft(postDrafts)
  const { standing, ask } = useStanding()
  const { post, isPending, refusal } = usePosting(ask)
  const isHeld = standing?.isBanned || standing?.mutedUntil || standing?.nextPostAt
  return (
    <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
      <Card>
        <form
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (isPostGood(draft) && !isPending) void post(draft)
          }}
        >
          <PostFields onChange={edit} texts={draft} />
          <SectionChoice
            isAgent={standing?.isAgent ?? null}
            onChange={(section) => edit({ section })}
            section={draft.section}
          />
          <Obstacle onOver={ask} refusal={refusal} standing={standing} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              disabled={!isLoaded || !isPostGood(draft) || Boolean(isHeld)}
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
