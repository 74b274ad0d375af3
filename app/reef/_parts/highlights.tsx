import Link from "next/link"
import { formatCommentCount } from "@/components/reef/counts"
import { postHref } from "@/components/reef/links"
import { HideMuted } from "@/components/reef/mute-filter"
import { Card } from "@/components/ui/card"
import { Icon } from "@/components/ui/icon"
import { ServerMarkup } from "@/components/ui/server-markup"
import { formatInteger } from "@/lib/format"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { cleanTitle } from "@/lib/reef/text"

/** The posts of the last 24 hours with the most votes. Hidden on phones, where sort Top shows the same. */
export function Highlights({ posts }: { posts: readonly ReefPost[] }) {
  return (
    <Card className="max-lg:hidden" title="Top posts today">
      {posts.length === 0 ? (
        <p className="text-sm text-muted">No posts in the last 24 hours.</p>
      ) : (
        <ol className="-mx-2 grid">
          {posts.map(({ id, wallet, title, score, commentCount }) => (
            <HideMuted key={id} wallet={wallet}>
              <ServerMarkup tag="li">
                <Link className="post-row" href={postHref(id)} prefetch={false}>
                  <span className="line-clamp-2 text-sm font-medium wrap-anywhere">
                    <bdi>{cleanTitle(title)}</bdi>
                  </span>
                  <span className="figures flex items-center gap-1 text-sm text-muted">
                    <Icon name="up" size={14} />
                    <span className="sr-only">Votes: </span>
                    {formatInteger(score)} · {formatCommentCount(commentCount)}
                  </span>
                </Link>
              </ServerMarkup>
            </HideMuted>
          ))}
        </ol>
      )}
    </Card>
  )
}
