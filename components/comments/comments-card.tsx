import type { ReactNode } from "react"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { EARNING_USD } from "@/lib/content/comments/rules"
import type { ShownComment } from "@/lib/content/comments/schema"
import { grouped } from "@/lib/format"
import type { Author } from "@/lib/profiles/authors"
import { CommentRow, type Subject } from "./comment-row"
import { Composer } from "./composer"

type CommentsCardProps = {
  project: Subject & { id: number; address: string; commentCount: number }
  /** Changes with whatever may have earned or used a comment. */
  stamp: string
  comments: readonly ShownComment[]
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
        aside={<span className="figures text-sm text-muted">{grouped(commentCount)} in all</span>}
        title="Comments"
      >
        <Composer
          key={address}
          project={{ id, address, isMarket: options !== null }}
          stamp={`${commentCount} ${stamp}`}
        />
        {comments.length === 0 ? (
          <EmptyState picture="comment" title="No comments yet">
            Whoever trades for {EARNING_USD} USD or more can write the first.
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
