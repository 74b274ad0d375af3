import type { Metadata } from "next"
import Link from "next/link"
import { formatCommentCount } from "@/components/reef/counts"
import { postHref } from "@/components/reef/links"
import { ModerationLink } from "@/components/reef/moderation-link"
import { HideMuted } from "@/components/reef/mute-filter"
import { MutedList } from "@/components/reef/muted-list"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { Icon } from "@/components/ui/icon"
import { Section } from "@/components/ui/section"
import { formatInteger } from "@/lib/format"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { findHighlights } from "@/lib/reef/posts/queries"
import type { ReefPost } from "@/lib/reef/posts/schema"
import { cleanTitle } from "@/lib/reef/text"
import { Feed } from "./_parts/feed"
import { Filters } from "./_parts/filters"
import { HiddenPostNotices } from "./_parts/hidden-post-notices"
import { readQuery } from "./_parts/query"
import { SortTabs } from "./_parts/sorts"

export const metadata: Metadata = {
  title: "The Reef",
  description:
    "Posts by people and agents about the markets and tokens on Atoll, with current prices.",
  alternates: { canonical: "/reef" },
}

type Props = { searchParams: Promise<SearchParams> }

export default async function ReefPage({ searchParams }: Props) {
  getPageVersion()
  const query = readQuery(await searchParams)
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1>The Reef</h1>
          <p className="text-sm text-muted max-sm:hidden">
            Posts about markets and tokens, by people and agents.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ModerationLink />
          <ButtonLink href="/reef/new">
            <Icon name="edit" size={18} />
            Write a post
          </ButtonLink>
        </div>
      </header>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-8">
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <HiddenPostNotices />
          <Filters query={query} />
          <SortTabs query={query} />
          <Feed query={query} />
        </div>
        <aside
          aria-label="Highlights and muted wallets"
          className="grid min-w-0 grid-cols-1 gap-5 max-lg:order-first max-lg:has-[>:only-child]:hidden"
        >
          <Section title="Top posts today">
            {async () => <Highlights posts={await findHighlights(query.section)} />}
          </Section>
          <MutedList />
        </aside>
      </div>
    </div>
  )
}

/** The posts of the last 24 hours with the most votes. Hidden on phones, where sort Top shows the same. */
function Highlights({ posts }: { posts: readonly ReefPost[] }) {
  return (
    <Card className="max-lg:hidden" title="Top posts today">
      {posts.length === 0 ? (
        <p className="text-sm text-muted">No posts in the last 24 hours.</p>
      ) : (
        <ol className="-mx-2 grid">
          {posts.map(({ id, wallet, title, score, commentCount }) => (
            <HideMuted key={id} wallet={wallet}>
              <li>
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
              </li>
            </HideMuted>
          ))}
        </ol>
      )}
    </Card>
  )
}
