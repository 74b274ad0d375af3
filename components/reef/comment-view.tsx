"use client"

import { type ReactNode, useState } from "react"
import { AuthorName } from "@/components/profiles/author"
import { Icon } from "@/components/ui/icon"
import { type CommentNode, countReplies } from "@/lib/reef/comment-tree"
import type { ReefComment } from "@/lib/reef/comments/schema"
import { MAX_REPLY_DEPTH } from "@/lib/reef/constants"
import { Byline } from "./byline"
import { CommentActions } from "./comment-actions"
import { MuteFilter } from "./mute-filter"
import { UserText } from "./user-text"

export type ShownComment = ReefComment

type CommentViewProps = {
  postId: string
  /** Who wrote the post. */
  poster: string
  branch: CommentNode<ShownComment>
  level: number
  /** What it answers. */
  parent: ShownComment | null
  places: Readonly<Record<string, string>>
  /** Its replies. */
  children: ReactNode
}

/** A comment and its replies, collapsible. */
export function CommentView(props: CommentViewProps) {
  const { branch, level, parent, postId, poster, places, children } = props
  const [isFolded, setFolded] = useState(false)
  const { id, comment } = branch
  const replies = countReplies(branch)
  return (
    <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] sm:grid-cols-[2.5rem_minmax(0,1fr)]">
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
            <MuteFilter wallet={comment.wallet} what="comment">
              <Byline isPoster={comment.wallet === poster} writing={comment} />
              {!isFolded && (
                <CommentActions
                  comment={comment}
                  parent={level >= MAX_REPLY_DEPTH ? parent : null}
                  postId={postId}
                >
                  <UserText className="text-sm" places={places} text={comment.message} />
                </CommentActions>
              )}
            </MuteFilter>
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

/** Collapses the branch, whose extent the line below shows. On phones the touch target is wider than its column. */
function FoldButton({ of, replies, isFolded, onPress }: FoldButtonProps) {
  return (
    <div className="flex flex-col items-center">
      <button
        aria-expanded={!isFolded}
        className="relative z-1 -ml-4 flex size-11 items-center justify-end pr-2 text-muted hover:text-ink sm:m-0 sm:justify-center sm:p-0"
        onClick={onPress}
        type="button"
      >
        <Icon name={isFolded ? "plus" : "minus"} size={14} />
        <span className="sr-only">
          Comment by {of ? <AuthorName author={of} wallet={of.wallet} /> : "nobody"}
          {replies > 0 && ` and ${replies === 1 ? "its reply" : `its ${replies} replies`}`}
        </span>
      </button>
      {!isFolded && <span aria-hidden="true" className="w-px flex-1 bg-line" />}
    </div>
  )
}
