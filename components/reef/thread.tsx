"use client"

import { useMemo, useState } from "react"
import { useRefresh } from "@/components/live/live-refresh"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import type { ReefComment } from "@/lib/reef/comments/schema"
import { buildCommentTree, type CommentNode, type DeletedComment } from "@/lib/reef/comments/tree"
import { CommentForm } from "./comment-form"
import { CommentView } from "./comment-view"
import { useReefSession } from "./session-gate"
import { stabilizeList } from "./stabilize-list"

type ThreadProps = {
  postId: string
  postAuthor: string
  /** In reading order: every comment follows the one it replies to. */
  comments: readonly ReefComment[]
  /** Deleted ones, whose replies stay. */
  deleted: readonly DeletedComment[]
  addressLinks: Readonly<Record<string, string>>
}

/** The comments of a post. The user's own new comments appear at once, those of others behind a button. */
export function Thread({ postId, postAuthor, comments, deleted, addressLinks }: ThreadProps) {
  const { me } = useReefSession()
  const refresh = useRefresh()
  const [shownIds, setKnown] = useState<readonly string[]>(() => comments.map(({ id }) => id))
  const { shown, waiting, order } = stabilizeList(
    shownIds,
    comments,
    (comment) => comment.wallet === me,
  )
  if (order.length !== shownIds.length) setKnown(order)
  const branches = useMemo(() => buildCommentTree(shown, deleted), [shown, deleted])
  const show = () => setKnown(comments.map(({ id }) => id))
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <CommentForm
        draftKey={postId}
        label="Your comment"
        onDone={refresh}
        submit="Comment"
        target={{ postId }}
      />
      <div aria-live="polite" className="sticky top-18 z-10 grid justify-center empty:hidden">
        {waiting > 0 && (
          <Button className="shadow-card" onClick={show} size="sm">
            <Icon name="refresh" size={16} />
            {waiting === 1 ? "1 new comment" : `${waiting} new comments`}
          </Button>
        )}
      </div>
      <Branches
        branches={branches}
        isMany={shown.length > LAZY_LAYOUT_FROM}
        level={0}
        addressLinks={addressLinks}
        postAuthor={postAuthor}
        postId={postId}
      />
    </div>
  )
}

/** From this many comments on, comments off screen are not laid out; scroll restoration becomes approximate. */
const LAZY_LAYOUT_FROM = 300

type BranchesProps = Pick<ThreadProps, "postId" | "postAuthor" | "addressLinks"> & {
  isMany: boolean
  branches: readonly CommentNode<ReefComment>[]
  level: number
  /** The comment these reply to; null on the first level. */
  parent?: ReefComment | null
}

function Branches({ branches, level, parent = null, ...shared }: BranchesProps) {
  if (branches.length === 0) return null
  return (
    <ol
      className={level === 0 ? "grid grid-cols-1 gap-4" : "grid grid-cols-1 gap-2 pt-2"}
      {...(level === 0 && { "aria-label": "Comments" })}
    >
      {branches.map((branch) => (
        <li
          className={
            shared.isMany && level === 0
              ? "min-w-0 [contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
              : "min-w-0"
          }
          key={branch.id}
        >
          <CommentView branch={branch} level={level} parent={parent} {...shared}>
            <Branches
              branches={branch.replies}
              level={level + 1}
              parent={branch.comment}
              {...shared}
            />
          </CommentView>
        </li>
      ))}
    </ol>
  )
}
