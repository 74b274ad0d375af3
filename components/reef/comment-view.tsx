"use client"

import { type ReactNode, useState } from "react"
import { AuthorName } from "@/components/profiles/author"
import { Icon } from "@/components/ui/icon"
import type { ReefComment } from "@/lib/reef/comments/schema"
import { type CommentNode, countReplies } from "@/lib/reef/comments/tree"
import { MAX_REPLY_DEPTH } from "@/lib/reef/constants"
import { Byline } from "./byline"
import { CommentActions } from "./comment-actions"
import { MuteFilter } from "./mute-filter"
import { UserText } from "./user-text"

type CommentViewProps = {
  postId: string
  postAuthor: string
  branch: CommentNode<ReefComment>
  level: number
  parent: ReefComment | null
  addressLinks: Readonly<Record<string, string>>
  /** Replies. */
  children: ReactNode
}

/** A comment and its replies, collapsible. */
export function CommentView(props: CommentViewProps) {
  const { branch, level, parent, postId, postAuthor, addressLinks, children } = props
  const [isCollapsed, setCollapsed] = useState(false)
  const { id, comment } = branch
  const replies = countReplies(branch)
  return (
    <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] sm:grid-cols-[2.5rem_minmax(0,1fr)]">
      <CollapseButton
        isCollapsed={isCollapsed}
        comment={comment}
        onPress={() => setCollapsed(!isCollapsed)}
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
              <Byline isPoster={comment.wallet === postAuthor} writing={comment} />
              {!isCollapsed && (
                <CommentActions
                  comment={comment}
                  parent={level >= MAX_REPLY_DEPTH ? parent : null}
                  postId={postId}
                >
                  <UserText
                    className="text-sm"
                    addressLinks={addressLinks}
                    text={comment.message}
                  />
                </CommentActions>
              )}
            </MuteFilter>
          ) : (
            <p className="flex min-h-11 items-center text-sm text-muted">Deleted comment</p>
          )}
        </article>
        {isCollapsed
          ? replies > 0 && (
              <p className="text-sm text-muted">
                {replies === 1 ? "1 reply" : `${replies} replies`} hidden
              </p>
            )
          : children}
      </div>
    </div>
  )
}

type CollapseButtonProps = {
  comment: ReefComment | null
  replies: number
  isCollapsed: boolean
  onPress: () => void
}

/** Collapses the branch, whose extent the line below shows. On phones the touch target is wider than its column. */
function CollapseButton({ comment, replies, isCollapsed, onPress }: CollapseButtonProps) {
  return (
    <div className="flex flex-col items-center">
      <button
        aria-expanded={!isCollapsed}
        className="relative z-1 -ml-4 flex size-11 items-center justify-end pr-2 text-muted hover:text-ink sm:m-0 sm:justify-center sm:p-0"
        onClick={onPress}
        type="button"
      >
        <Icon name={isCollapsed ? "plus" : "minus"} size={14} />
        <span className="sr-only">
          {comment ? "Comment by " : "Deleted comment"}
          {comment && <AuthorName author={comment} wallet={comment.wallet} />}
          {replies > 0 && ` and ${replies === 1 ? "its reply" : `its ${replies} replies`}`}
        </span>
      </button>
      {!isCollapsed && <span aria-hidden="true" className="w-px flex-1 bg-line" />}
    </div>
  )
}
