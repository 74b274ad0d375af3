import { Author } from "@/components/profiles/author"
import { Time } from "@/components/ui/time"
import type { Author as AuthorFields } from "@/lib/profiles/authors"

type BylineProps = {
  writing: AuthorFields & {
    wallet: string
    timestamp: Date | string
    editedAt: Date | string | null
  }
  /** Whether they also wrote the post under which this stands. */
  isPoster?: boolean
}

/** Who wrote something, when, and whether it was changed since. */
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
