"use client"

import { useId, useState } from "react"
import { field } from "@/components/reef/json"
import { UserText } from "@/components/reef/user-text"
import { Icon } from "@/components/ui/icon"
import { Skeleton } from "@/components/ui/states"
import { Time } from "@/components/ui/time"
import { cleanTitle } from "@/lib/reef/text"
import { useModeratorQuery } from "./use-read"

/** What a post said before it was edited, and what its author was told before, when a moderator asks. */
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
  const { found, refusal } = useModeratorQuery(`/reef/${postId}/record`, recordOf)
  if (refusal) {
    return (
      <p className="text-sm text-coral" role="alert">
        {refusal.sentence} {refusal.remedy}
      </p>
    )
  }
  if (!found) return <Skeleton className="h-16" />
  const { versions, warnings, isBanned, mutedUntil } = found
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
        <p className="text-muted">The post was never edited.</p>
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

function recordOf(json: unknown) {
  const data = field<object>(json, "data", {})
  const author = field<object>(data, "author", {})
  return {
    warnings: field(author, "warnings", 0),
    isBanned: field(author, "isBanned", false),
    mutedUntil: field(author, "mutedUntil", ""),
    versions: field<unknown[]>(data, "versions", []).map((version) => ({
      title: field(version, "title", ""),
      body: field(version, "body", ""),
      replacedAt: field(version, "replacedAt", ""),
    })),
  }
}
