import Link from "next/link"
import { Icon } from "@/components/ui/icon"
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
      <article
        aria-labelledby={`title-${id}`}
        className="relative grid min-w-0 gap-2 rounded-card border border-line bg-surface p-4 shadow-card hover:border-line-strong"
      >
        <header className="flex items-start justify-between gap-2">
          <Byline writing={post} />
          <PostMenu post={{ id, wallet, title, body }} />
        </header>
        <h3 className="text-lg leading-snug font-semibold" dir="auto">
          <Link
            className="line-clamp-3 wrap-anywhere after:absolute after:inset-0"
            href={postHref(id)}
            id={`title-${id}`}
            prefetch={false}
          >
            {cleanTitle(title)}
          </Link>
        </h3>
        {body && (
          <p className="line-clamp-3 text-sm text-muted wrap-anywhere" dir="auto">
            {truncateText(toPlainText(body), SHOWN_LETTERS)}
          </p>
        )}
        <MentionCards mentions={mentions} />
        <footer className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <VoteButton id={id} kind="post" score={score} wallet={wallet} />
          <Link
            className="relative z-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 text-sm text-muted hover:text-ink"
            href={`${postHref(id)}#comments`}
            prefetch={false}
          >
            <Icon name="comment" size={16} />
            <span className="figures">{formatCommentCount(commentCount)}</span>
          </Link>
          <SectionBadge section={section} />
        </footer>
      </article>
    </MuteFilter>
  )
}
