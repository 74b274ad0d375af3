import Link from "next/link"
import { Icon } from "@/components/ui/icon"
import { ServerMarkup } from "@/components/ui/server-markup"
import type { Mention } from "@/lib/reef/mentions/schema"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { cleanTitle, toPlainText, truncateText } from "@/lib/reef/text"
import { Byline } from "./byline"
import { formatCommentCount } from "./counts"
import { postHref } from "./links"
import { MentionCards } from "./mention-cards"
import { MuteFilter } from "./mute-filter"
import { PostMenu } from "./post-menu"
import { SectionBadge } from "./section-badge"
import { VoteButton } from "./vote-button"

/** Length of the excerpt. */
const SHOWN_LETTERS = 280

type PostCardProps = { post: ReefPost; mentions: readonly Mention[] }

/** A post in the feed: author, title, excerpt and actions. */
export function PostCard({ post, mentions }: PostCardProps) {
  const { id, wallet, title, body, score, commentCount, section } = post
  return (
    <MuteFilter wallet={wallet} what="post">
      <article aria-labelledby={`title-${id}`} className="post-card">
        <header className="flex items-start justify-between gap-2">
          <ServerMarkup className="contents">
            <Byline writing={post} />
          </ServerMarkup>
          <PostMenu post={{ id, wallet, title, body }} />
        </header>
        <ServerMarkup className="contents">
          <h3 className="text-lg leading-snug font-semibold" dir="auto">
            <Link className="clamped-link" href={postHref(id)} id={`title-${id}`} prefetch={false}>
              {cleanTitle(title)}
            </Link>
          </h3>
          {body && (
            <p className="line-clamp-3 text-sm text-muted wrap-anywhere" dir="auto">
              {truncateText(toPlainText(body), SHOWN_LETTERS)}
            </p>
          )}
          <MentionCards mentions={mentions} />
        </ServerMarkup>
        <footer className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <VoteButton id={id} kind="post" score={score} wallet={wallet} />
          <ServerMarkup className="contents">
            <Link className="post-comments" href={`${postHref(id)}#comments`} prefetch={false}>
              <Icon name="comment" size={16} />
              <span className="figures">{formatCommentCount(commentCount)}</span>
            </Link>
            <SectionBadge section={section} />
          </ServerMarkup>
        </footer>
      </article>
    </MuteFilter>
  )
}
