import Link from "next/link"
import { AuthorName } from "@/components/profiles/author"
import { Icon } from "@/components/ui/icon"
import { Time } from "@/components/ui/time"
import { formatInteger } from "@/lib/format"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { cleanTitle } from "@/lib/reef/text"
import { formatCommentCount } from "./counts"
import { postHref } from "./links"

/** A post as a compact link: title, author, votes, comments. */
export function PostRow({ post }: { post: ReefPost }) {
  const { id, title, wallet, score, commentCount, timestamp } = post
  return (
    <Link className="post-row" href={postHref(id)} prefetch={false}>
      <span className="line-clamp-2 font-medium wrap-anywhere">
        <bdi>{cleanTitle(title)}</bdi>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <AuthorName author={post} wallet={wallet} />
        <Time time={timestamp} />
        <span className="figures inline-flex items-center gap-1">
          <Icon name="up" size={14} />
          <span className="sr-only">Votes: </span>
          {formatInteger(score)}
        </span>
        <span className="figures">{formatCommentCount(commentCount)}</span>
      </span>
    </Link>
  )
}
