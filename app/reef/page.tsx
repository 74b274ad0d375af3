import type { Metadata } from "next"
import { ModerationLink } from "@/components/reef/moderation-link"
import { MutedList } from "@/components/reef/muted-list"
import { ButtonLink } from "@/components/ui/button"
import { Icon } from "@/components/ui/icon"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { findHighlights } from "@/lib/reef/posts/queries"
import { Feed } from "./_parts/feed"
import { Filters } from "./_parts/filters"
import { HiddenPostNotices } from "./_parts/hidden-post-notices"
import { Highlights } from "./_parts/highlights"
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
  const highlights = await findHighlights(query.section)
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
          <Highlights posts={highlights} />
          <MutedList />
        </aside>
      </div>
    </div>
  )
}
