import { Author } from "@/components/profiles/author"
import { Time } from "@/components/ui/time"
import type { Author as AuthorFields } from "@/lib/profiles/authors"

type BylineProps = {
  writing: AuthorFields & {
    wallet: string
    timestamp: Date | string
    editedAt: Date | string | null
  }
  /** The author of the comment also wrote the post. */
  isPoster?: boolean
}

/** Author, time and time of the last edit. */
export function Byline({ writing, isPoster = false }: BylineProps) {
  const { wallet, timestamp, editedAt } = writing
  return (
    <Author author={writing} wallet={wallet}>
      {isPoster && <span className="mr-2 font-medium text-accent">Author</span>}
      <Time time={timestamp} />
      {editedAt && (
        <>
          {" · edited "}
          <Time time={editedAt} />
        </>
      )}
    </Author>
  )
}
