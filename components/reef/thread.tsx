"use client"

import { useMemo, useState } from "react"
import { useRefresh } from "@/components/live/live-refresh"
import { Button } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import { buildCommentTree, type CommentNode, type DeletedComment } from "@/lib/reef/comment-tree"
import { CommentForm } from "./comment-form"
import { CommentView, type ShownComment } from "./comment-view"
import { useReefSession } from "./session-gate"
import { stabilizeList } from "./stabilize-list"

type ThreadProps = {
  postId: string
  /** Who wrote the post. */
  poster: string
  /** In reading order: every comment after what it answers. */
  comments: readonly ShownComment[]
  /** Deleted ones, whose replies stay. */
  gone: readonly DeletedComment[]
  places: Readonly<Record<string, string>>
}

/**
 * The comments of a post. The user's own new comments appear at once, those of others behind a button.
 */
export function Thread({ postId, poster, comments, gone, places }: ThreadProps) {
  const { me } = useReefSession()
  const refresh = useRefresh()
  const [known, setKnown] = useState<readonly string[]>(() => comments.map(({ id }) => id))
  const { shown, waiting, order } = stabilizeList(
    known,
    comments,
    (comment) => comment.wallet === me,
  )
  if (order.length !== known.length) setKnown(order)
  const branches = useMemo(() => buildCommentTree(shown, gone), [shown, gone])
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
        places={places}
        poster={poster}
        postId={postId}
      />
    </div>
  )
}

/** From this many comments on, those off screen are not laid out; scroll restoration becomes approximate. */
const LAZY_LAYOUT_FROM = 300

type BranchesProps = Pick<ThreadProps, "postId" | "poster" | "places"> & {
  isMany: boolean
  branches: readonly CommentNode<ShownComment>[]
  level: number
  /** The comment these reply to; null on the first level. */
  parent?: ShownComment | null
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
