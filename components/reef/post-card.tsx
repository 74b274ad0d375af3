import Link from "next/link"
import { Icon } from "@/components/ui/icon"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { cleanTitle, toPlainText, truncateText } from "@/lib/reef/text"
import type { Mention } from "@/lib/search/mentions/schema"
import { Byline } from "./byline"
import { formatCommentCount } from "./counts"
import { postHref } from "./links"
import { MentionCards } from "./mention-cards"
import { PostFrame } from "./post-frame"
import { SectionBadge } from "./section-badge"

/** Length of the excerpt. */
const SHOWN_LETTERS = 280

type PostCardProps = { post: ReefPost; mentions: readonly Mention[] }

/** A post in the feed: author, title, excerpt and actions. */
export function PostCard({ post, mentions }: PostCardProps) {
  const { id, wallet, title, body, score, commentCount, section } = post
  return (
    <PostFrame
      byline={<Byline writing={post} />}
      footer={
        <>
          <Link className="post-comments" href={`${postHref(id)}#comments`} prefetch={false}>
            <Icon name="comment" size={16} />
            <span className="figures">{formatCommentCount(commentCount)}</span>
          </Link>
          <SectionBadge section={section} />
        </>
      }
      post={{ id, wallet, title, body, score }}
    >
      <h3 className="post-card-title" dir="auto">
        <Link className="clamped-link" href={postHref(id)} id={`title-${id}`} prefetch={false}>
          {cleanTitle(title)}
        </Link>
      </h3>
      {body && (
        <p className="post-card-text" dir="auto">
          {truncateText(toPlainText(body), SHOWN_LETTERS)}
        </p>
      )}
      <MentionCards mentions={mentions} />
    </PostFrame>
  )
}
