import { CommentsCard } from "@/components/comments/comments-card"
import { findCommentViews } from "@/lib/content/comments/queries"
import { findMarket } from "@/lib/markets/list-queries"
import type { TokenView } from "@/lib/tokens/schema"
import type { TokenPageState } from "./links"
import { StateLink } from "./state-link"

const ROWS = 20

export async function Comments({ token, state }: { token: TokenView; state: TokenPageState }) {
  const { address, id, dev, symbol, commentCount } = token
  const before = state.commentsBefore
  const [{ comments, authors, older }, market] = await Promise.all([
    findCommentViews(address, { before, limit: ROWS }),
    token.isPrediction ? findMarket(address) : null,
  ])
  const link = { address, className: "text-link flex min-h-11 items-center text-sm" }
  return (
    <CommentsCard
      authors={authors}
      comments={comments}
      pages={
        <div className="flex justify-between gap-4">
          {older ? (
            <StateLink {...link} hash="comments" set={{ commentsBefore: older }}>
              Older comments
            </StateLink>
          ) : (
            <span />
          )}
          {before !== undefined && (
            <StateLink {...link} hash="comments" clear="commentsBefore">
              Newest comments
            </StateLink>
          )}
        </div>
      }
      project={{ address, id, dev, symbol, commentCount, options: market?.options ?? null }}
      // The count distinguishes trades within one second.
      stamp={`${token.lastActivityAt?.getTime()} ${token.tradeCount}`}
    />
  )
}
