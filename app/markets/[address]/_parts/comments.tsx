import { CommentsCard } from "@/components/comments/comments-card"
import { findCommentViews } from "@/lib/content/comments/queries"
import type { MarketView } from "@/lib/markets/schema"
import { type MarketPageState, marketHref } from "./links"
import { Paging } from "./paging"

const ROWS = 20

export async function Comments({ market, state }: { market: MarketView; state: MarketPageState }) {
  const { address, id, dev, symbol, options, commentCount, version } = market
  const before = state.commentsBefore
  const { comments, authors, older } = await findCommentViews(address, { before, limit: ROWS })
  const href = (commentsBefore: number | undefined) =>
    `${marketHref(address, { ...state, commentsBefore })}#comments`
  return (
    <CommentsCard
      authors={authors}
      comments={comments}
      pages={
        <Paging
          newest={before === undefined ? undefined : href(undefined)}
          noun="comments"
          older={older ? href(older) : undefined}
        />
      }
      project={{ address, id, dev, symbol, options, commentCount }}
      stamp={version}
    />
  )
}
