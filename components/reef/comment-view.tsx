"use client"

import { type ReactNode, useState } from "react"
import { AuthorName } from "@/components/profiles/author"
import { classes } from "@/components/ui/classes"
import { Icon } from "@/components/ui/icon"
import type { ReefComment } from "@/lib/reef/comments/schema"
import { type Branch, countReplies } from "@/lib/reef/thread"
import { MAX_DEPTH } from "@/lib/reef/words"
import { Byline } from "./byline"
import { CommentActions } from "./comment-actions"
import { SilenceGate } from "./silence-gate"
import { UserText } from "./user-text"

export type ShownComment = ReefComment

type CommentViewProps = {
  postId: string
  branch: Branch<ShownComment>
  level: number
  /** What it answers. */
  parent: ShownComment | null
  places: Readonly<Record<string, string>>
  /** Its replies. */
  children: ReactNode
}

/** A comment and what it was answered; both can be folded away. */
export function CommentView({ branch, level, parent, postId, places, children }: CommentViewProps) {
  const [isFolded, setFolded] = useState(false)
  const { id, comment } = branch
  const replies = countReplies(branch)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)]">
      <FoldButton
        isFolded={isFolded}
        of={comment}
        onPress={() => setFolded(!isFolded)}
        replies={replies}
      />
      <div className="min-w-0">
        <article
          aria-label={comment ? undefined : "Deleted comment"}
          className="scroll-mt-24 rounded-control target:bg-accent-soft"
          id={id}
        >
          {comment ? (
            <SilenceGate wallet={comment.wallet} what="comment">
              <Byline writing={comment} />
              {!isFolded && (
                <CommentActions
                  comment={comment}
                  parent={level >= MAX_DEPTH ? parent : null}
                  postId={postId}
                >
                  <UserText className="text-sm" places={places} text={comment.message} />
                </CommentActions>
              )}
            </SilenceGate>
          ) : (
            <p className="flex min-h-11 items-center text-sm text-muted">Deleted comment</p>
          )}
        </article>
        {isFolded
          ? replies > 0 && (
              <p className="text-sm text-muted">
                {replies === 1 ? "1 reply" : `${replies} replies`} folded
              </p>
            )
          : children}
      </div>
    </div>
  )
}

type FoldButtonProps = {
  of: ShownComment | null
  replies: number
  isFolded: boolean
  onPress: () => void
}

/** Stands beside the whole branch as a line that shows how far it reaches. */
function FoldButton({ of, replies, isFolded, onPress }: FoldButtonProps) {
  return (
    <button
      aria-expanded={!isFolded}
      className="group flex w-8 min-w-8 flex-col items-center sm:w-11"
      onClick={onPress}
      type="button"
    >
      <span className="flex h-11 items-center text-muted group-hover:text-ink">
        <Icon name={isFolded ? "plus" : "minus"} size={14} />
      </span>
      <span
        aria-hidden="true"
        className={classes("w-px flex-1 bg-line group-hover:bg-accent", isFolded && "hidden")}
      />
      <span className="sr-only">
        Comment by {of ? <AuthorName author={of} wallet={of.wallet} /> : "nobody"}
        {replies > 0 && ` and ${replies === 1 ? "its reply" : `its ${replies} replies`}`}
      </span>
    </button>
  )
}
