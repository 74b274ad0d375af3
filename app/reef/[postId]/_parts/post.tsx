import { Byline } from "@/components/reef/byline"
import { MentionCards } from "@/components/reef/mention-cards"
import { PostMenu } from "@/components/reef/post-menu"
import { SectionBadge } from "@/components/reef/section-badge"
import { ShareButton } from "@/components/reef/share-button"
import { UserText } from "@/components/reef/user-text"
import { VoteButton } from "@/components/reef/vote-button"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { cleanTitle } from "@/lib/reef/text"
import type { Mention } from "@/lib/search/mentions/schema"

type PostProps = {
  post: ReefPost
  mentions: readonly Mention[]
  /** Page of each token and market in its text, by address. */
  addressLinks: Readonly<Record<string, string>>
}

export function Post({ post, mentions, addressLinks }: PostProps) {
  const { id, wallet, title, body, score, section } = post
  return (
    <article
      aria-labelledby="title"
      className="grid min-w-0 gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <header className="flex items-start justify-between gap-2">
        <Byline writing={post} />
        <PostMenu isPage post={{ id, wallet, title, body }} />
      </header>
      <h1 className="text-2xl wrap-anywhere" dir="auto" id="title">
        {cleanTitle(title)}
      </h1>
      {body && <UserText isWhole addressLinks={addressLinks} text={body} />}
      <MentionCards mentions={mentions} />
      <footer className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <VoteButton id={id} kind="post" score={score} wallet={wallet} />
        <ShareButton path={`/reef/${id}`} title={title} />
        <SectionBadge section={section} />
      </footer>
    </article>
  )
}
