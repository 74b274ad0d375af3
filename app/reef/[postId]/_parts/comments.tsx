import Link from "next/link"
import { commentsIn } from "@/components/reef/counts"
import { placesOf } from "@/components/reef/places"
import { Thread } from "@/components/reef/thread"
import { ButtonLink } from "@/components/ui/button"
import { LinkTabs } from "@/components/ui/link-tabs"
import type { ReefComment } from "@/lib/reef/comments/schema"
import { findGone } from "@/lib/reef/gone"
import type { Mention } from "@/lib/reef/mentions/schema"
import type { ReefPost } from "@/lib/reef/posts/schema"
import {
  branchWith,
  type CommentSort,
  commentSorts,
  inReadingOrder,
  sortedBranches,
} from "@/lib/reef/thread"
import { type PostState, STEP, stateHref } from "./links"

type CommentsProps = {
  post: ReefPost
  /** All of them, oldest first. */
  comments: readonly ReefComment[]
  mentions: readonly Mention[]
  state: PostState
}

/** The discussion of a post, or the thread of one comment. */
export async function Comments({ post: { id }, comments, mentions, state }: CommentsProps) {
  const gone = await findGone(id)
  const branches = sortedBranches(comments, state.order, gone)
  const one = state.thread ? branchWith(branches, state.thread) : undefined
  const wanted = inReadingOrder(one ? [one] : branches)
  const left = wanted.length - state.shown
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
        comments={wanted.slice(0, state.shown)}
        gone={gone}
        key={`${state.order} ${state.thread}`}
        places={placesOf(mentions)}
        postId={id}
      />
      {left > 0 && (
        <ButtonLink
          className="justify-self-center"
          href={stateHref(id, { ...state, shown: state.shown + STEP })}
          look="secondary"
          rel="next"
          replace
          scroll={false}
        >
          More comments ({left.toLocaleString("en-US")} left)
        </ButtonLink>
      )}
    </section>
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
