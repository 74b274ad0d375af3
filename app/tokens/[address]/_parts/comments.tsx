import { CommentsCard } from "@/components/comments/comments-card"
import { findCommentViews } from "@/lib/content/comments/queries"
import { findMarket } from "@/lib/markets/list-queries"
import type { TokenView } from "@/lib/tokens/schema"
import type { TokenPageState } from "./links"
import { StatePages } from "./state-link"

const ROWS = 20

export async function Comments({ token, state }: { token: TokenView; state: TokenPageState }) {
  const { address, id, dev, symbol, commentCount } = token
  const [{ comments, authors, older }, market] = await Promise.all([
    findCommentViews(address, { before: state.commentsBefore, limit: ROWS }),
    token.isPrediction ? findMarket(address) : null,
  ])
  return (
    <CommentsCard
      authors={authors}
      comments={comments}
      pages={
        <StatePages
          address={address}
          hash="comments"
          name="commentsBefore"
          newestLabel="Newest comments"
          older={older}
          olderLabel="Older comments"
        />
      }
      project={{ address, id, dev, symbol, commentCount, options: market?.options ?? null }}
      // The count distinguishes trades within one second.
      stamp={`${token.lastActivityAt?.getTime()} ${token.tradeCount}`}
    />
  )
}
