import Link from "next/link"
import { formatCommentCount } from "@/components/reef/counts"
import { Thread } from "@/components/reef/thread"
import { ButtonLink } from "@/components/ui/button"
import { LinkTabs } from "@/components/ui/link-tabs"
import { formatInteger } from "@/lib/format"
import { findDeletedComments } from "@/lib/reef/comments/queries"
import type { ReefComment } from "@/lib/reef/comments/schema"
import {
  type CommentSort,
  commentSorts,
  findRootOf,
  flattenCommentTree,
  sliceThread,
  sortCommentTree,
} from "@/lib/reef/comments/tree"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { findAddressLinks } from "@/lib/search/mentions/queries"
import { MAX_SHOWN, PAGE_STEP, type PostState, stateHref } from "./links"

type CommentsProps = {
  post: ReefPost
  /** All comments, oldest first. */
  comments: readonly ReefComment[]
  state: PostState
}

/** The discussion of a post, or the thread of one comment. */
export async function Comments({ post: { id, wallet }, comments, state }: CommentsProps) {
  const deleted = await findDeletedComments(id)
  const branches = sortCommentTree(comments, state.order, deleted)
  const one = state.thread ? findRootOf(branches, state.thread) : undefined
  const ordered = flattenCommentTree(one ? [one] : branches)
  const shown = sliceThread(ordered, { ...state, deleted })
  const addressLinks = await findAddressLinks(shown.map(({ message }) => message))
  return (
    <section
      aria-labelledby="comments"
      className="grid min-w-0 scroll-mt-20 grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <header className="grid gap-2">
        <h2 id="comments">{formatCommentCount(comments.length)}</h2>
        {one ? (
          <p className="text-sm text-muted">
            Showing one thread.{" "}
            <Link
              className="text-link inline-flex min-h-11 items-center"
              href={stateHref(id, { order: state.order })}
              prefetch={false}
            >
              See all comments
            </Link>
          </p>
        ) : (
          comments.length > 1 && <SortTabs id={id} order={state.order} />
        )}
      </header>
      <Thread
        comments={shown}
        deleted={deleted}
        key={`${state.order} ${state.thread} ${state.from}`}
        addressLinks={addressLinks}
        postAuthor={wallet}
        postId={id}
      />
      <CommentPages id={id} state={state} total={ordered.length} />
    </section>
  )
}

/** Links to more comments on this page, or to the next page when it is full. */
function CommentPages({ id, state, total }: { id: string; state: PostState; total: number }) {
  const { from, shown } = state
  const left = total - from - shown
  const isFull = shown >= MAX_SHOWN
  const next = isFull
    ? { from: from + shown, shown: PAGE_STEP }
    : { shown: Math.min(shown + PAGE_STEP, MAX_SHOWN) }
  return (
    <div className="flex flex-wrap justify-center gap-3 empty:hidden">
      {from > 0 && (
        <ButtonLink
          href={stateHref(id, { ...state, from: Math.max(0, from - MAX_SHOWN), shown: PAGE_STEP })}
          variant="secondary"
          rel="prev"
        >
          Previous comments
        </ButtonLink>
      )}
      {left > 0 && (
        <ButtonLink
          href={stateHref(id, { ...state, ...next })}
          variant="secondary"
          rel="next"
          replace={!isFull}
          scroll={isFull}
        >
          More comments ({formatInteger(left)} left)
        </ButtonLink>
      )}
    </div>
  )
}

const sortLabels: Record<CommentSort, string> = { oldest: "Oldest", newest: "Newest", top: "Top" }

function SortTabs({ id, order }: { id: string; order: CommentSort }) {
  return (
    <LinkTabs
      label="Sort comments"
      tabs={commentSorts.map((each) => ({
        href: stateHref(id, { order: each }),
        label: sortLabels[each],
        isCurrent: each === order,
      }))}
    />
  )
}
