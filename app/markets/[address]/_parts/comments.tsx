import Link from "next/link"
import { CommentsCard } from "@/components/comments/comments-card"
import { findCommentViews } from "@/lib/content/comments/queries"
import type { MarketView } from "@/lib/markets/schema"
import { type MarketPageState, marketHref } from "./links"

const ROWS = 20

export async function Comments({ market, state }: { market: MarketView; state: MarketPageState }) {
  const { address, id, dev, symbol, options, commentCount, version } = market
  const before = state.commentsBefore
  const { comments, authors, older } = await findCommentViews(address, { before, limit: ROWS })
  const href = (commentsBefore: number | undefined) =>
    `${marketHref(address, { ...state, commentsBefore })}#comments`
  const look = "text-link inline-flex min-h-11 items-center"
  return (
    <CommentsCard
      authors={authors}
      comments={comments}
      pages={
        <p className="flex justify-between gap-3 text-sm">
          {older ? (
            <Link className={look} href={href(older)} prefetch={false}>
              Older comments
            </Link>
          ) : (
            <span />
          )}
          {before !== undefined && (
            <Link className={look} href={href(undefined)} prefetch={false}>
              Newest comments
            </Link>
          )}
        </p>
      }
      project={{ address, id, dev, symbol, options, commentCount }}
      stamp={version}
    />
  )
}
