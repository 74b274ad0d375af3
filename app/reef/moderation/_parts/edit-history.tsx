"use client"

import { useId, useState } from "react"
import { UserText } from "@/components/reef/user-text"
import { Icon } from "@/components/ui/icon"
import { Skeleton } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { cleanTitle } from "@/lib/reef/text"
import { useModeratorQuery } from "./use-moderator-query"

/** Earlier versions of a post and the warnings of its author, loaded when opened. */
export function EditHistory({ postId }: { postId: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="grid gap-1">
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start text-sm font-medium text-accent hover:underline"
        onClick={() => setOpen(!isOpen)}
        type="button"
      >
        <Icon name="clock" size={16} />
        Edits and warnings
      </button>
      <div id={id}>{isOpen && <EditHistoryPanel postId={postId} />}</div>
    </div>
  )
}

function EditHistoryPanel({ postId }: { postId: string }) {
  const { answer, failure } = useModeratorQuery("GET /api/internal/reef/posts/[postId]/history", {
    params: { postId },
  })
  if (failure) {
    return (
      <p className="text-sm text-coral" role="alert">
        {failure.sentence} {failure.remedy}
      </p>
    )
  }
  if (!answer) return <Skeleton className="h-16" />
  if (!answer.data) return null
  const { versions, author } = answer.data
  const { warnings, isBanned, mutedUntil } = author
  return (
    <div className="grid gap-3 text-sm">
      <p>
        {warnings === 1
          ? "The author has 1 warning"
          : `The author has ${warnings || "no"} warnings`}
        {isBanned ? " and is banned." : "."}
        {mutedUntil && (
          <>
            {" "}
            Muted until <Time format="dateTime" time={mutedUntil} />.
          </>
        )}
      </p>
      {versions.length === 0 ? (
        <p className="text-muted">This post has not been edited.</p>
      ) : (
        <ol aria-label="Earlier versions" className="grid gap-2">
          {versions.map(({ title, body, replacedAt }) => (
            <li className="grid gap-1 rounded-control bg-sunken p-3" key={replacedAt}>
              <p className="text-muted">
                Until <Time format="dateTime" time={replacedAt} />
              </p>
              <p className="font-medium wrap-anywhere">
                <bdi>{cleanTitle(title)}</bdi>
              </p>
              {body && <UserText text={body} />}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
