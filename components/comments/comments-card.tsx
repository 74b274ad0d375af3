import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { MIN_TRADE_USD } from "@/lib/content/comments/constants"
import type { CommentView } from "@/lib/content/comments/schema"
import { formatInteger } from "@/lib/format"
import type { Author } from "@/lib/profiles/authors"
import { CommentRow, type CommentSubject } from "./comment-row"
import { Composer } from "./composer"

type CommentsCardProps = {
  project: CommentSubject & { id: number; address: string; commentCount: number }
  /** Changes with whatever may have earned or used a comment. */
  stamp: string
  comments: readonly CommentView[]
  authors: ReadonlyMap<string, Author>
  /** Ways to older and newer ones. */
  pages: ReactNode
}

/** What traders say of a token or market, and where they say it. */
export function CommentsCard({ project, stamp, comments, authors, pages }: CommentsCardProps) {
  const { id, address, commentCount, options } = project
  return (
    <div className="scroll-mt-20 outline-none" id="comments" tabIndex={-1}>
      <Card
        aside={
          <span className="figures text-sm text-muted">{formatInteger(commentCount)} in all</span>
        }
        title="Comments"
      >
        <Composer
          key={address}
          project={{ id, address, isMarket: options !== null }}
          stamp={`${commentCount} ${stamp}`}
        />
        {comments.length === 0 ? (
          <EmptyState icon="comment" title="No comments yet">
            Whoever trades for {MIN_TRADE_USD} USD or more can write the first.
          </EmptyState>
        ) : (
          <ol className="mt-3 divide-y divide-line border-t border-line">
            {comments.map((comment) => (
              <CommentRow
                author={authors.get(comment.author)}
                comment={comment}
                key={comment.id}
                subject={project}
              />
            ))}
          </ol>
        )}
        {pages}
      </Card>
    </div>
  )
}
