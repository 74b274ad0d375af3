import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { MIN_TRADE_USD } from "@/lib/content/comments/constants"
import type { CommentView } from "@/lib/content/comments/queries"
import { formatInteger } from "@/lib/format"
import type { Author } from "@/lib/profiles/authors"
import { CommentRow, type CommentSubject } from "./comment-row"
import { Composer } from "./composer"

type CommentsCardProps = {
  project: CommentSubject & { id: number; address: string; commentCount: number }
  /** Changes with anything that may have earned or used a comment. */
  stamp: string
  comments: readonly CommentView[]
  authors: ReadonlyMap<string, Author>
  /** Links to older and newer comments. */
  pages: ReactNode
}

/** Comments of traders on a token or market, with the form for a new one. */
export function CommentsCard({ project, stamp, comments, authors, pages }: CommentsCardProps) {
  const { id, address, commentCount, options } = project
  return (
    <div className="scroll-mt-20 outline-none" id="comments" tabIndex={-1}>
      <Card
        aside={
          <span className="figures text-sm text-muted">{formatInteger(commentCount)} total</span>
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
            Trade {MIN_TRADE_USD} USD or more to write the first comment.
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
