import Link from "next/link"
import { commentsIn } from "@/components/reef/counts"
import { Thread } from "@/components/reef/thread"
import { ButtonLink } from "@/components/ui/button"
import { LinkTabs } from "@/components/ui/link-tabs"
import { grouped } from "@/lib/format"
import type { ReefComment } from "@/lib/reef/comments/schema"
import { findGone } from "@/lib/reef/gone"
import { findPlacesIn } from "@/lib/reef/mentions/queries"
import type { ReefPost } from "@/lib/reef/posts/schema"
import {
  branchWith,
  type CommentSort,
  commentSorts,
  inReadingOrder,
  sortedBranches,
  windowOf,
} from "@/lib/reef/thread"
import { MOST_SHOWN, type PostState, STEP, stateHref } from "./links"

type CommentsProps = {
  post: ReefPost
  /** All of them, oldest first. */
  comments: readonly ReefComment[]
  state: PostState
}

/** The discussion of a post, or the thread of one comment. */
export async function Comments({ post: { id, wallet }, comments, state }: CommentsProps) {
  const gone = await findGone(id)
  const branches = sortedBranches(comments, state.order, gone)
  const one = state.thread ? branchWith(branches, state.thread) : undefined
  const wanted = inReadingOrder(one ? [one] : branches)
  const shown = windowOf(wanted, { ...state, gone })
  const places = await findPlacesIn(shown.map(({ message }) => message))
  return (
    <section
      aria-labelledby="comments"
      className="grid min-w-0 scroll-mt-20 grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <header className="grid gap-2">
        <h2 id="comments">{commentsIn(comments.length)}</h2>
        {one ? (
          <p className="text-sm text-muted">
            This is one thread of them.{" "}
            <Link
              className="text-link inline-flex min-h-11 items-center"
              href={stateHref(id, { order: state.order })}
              prefetch={false}
            >
              See all comments
            </Link>
          </p>
        ) : (
          comments.length > 1 && <Orders id={id} order={state.order} />
        )}
      </header>
      <Thread
        comments={shown}
        gone={gone}
        key={`${state.order} ${state.thread} ${state.from}`}
        places={places}
        poster={wallet}
        postId={id}
      />
      <WayOn id={id} state={state} total={wanted.length} />
    </section>
  )
}

/** More of the same page, then the next one. */
function WayOn({ id, state, total }: { id: string; state: PostState; total: number }) {
  const { from, shown } = state
  const left = total - from - shown
  const isFull = shown >= MOST_SHOWN
  const next = isFull
    ? { from: from + shown, shown: STEP }
    : { shown: Math.min(shown + STEP, MOST_SHOWN) }
  return (
    <div className="flex flex-wrap justify-center gap-3 empty:hidden">
      {from > 0 && (
        <ButtonLink
          href={stateHref(id, { ...state, from: Math.max(0, from - MOST_SHOWN), shown: STEP })}
          look="secondary"
          rel="prev"
        >
          Comments before these
        </ButtonLink>
      )}
      {left > 0 && (
        <ButtonLink
          href={stateHref(id, { ...state, ...next })}
          look="secondary"
          rel="next"
          replace={!isFull}
          scroll={isFull}
        >
          More comments ({grouped(left)} left)
        </ButtonLink>
      )}
    </div>
  )
}

const names: Record<CommentSort, string> = { oldest: "Oldest", newest: "Newest", top: "Top" }

function Orders({ id, order }: { id: string; order: CommentSort }) {
  return (
    <LinkTabs
      label="Order of the comments"
      tabs={commentSorts.map((each) => ({
        href: stateHref(id, { order: each }),
        label: names[each],
        isCurrent: each === order,
      }))}
    />
  )
}
