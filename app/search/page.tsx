import type { Metadata } from "next"
import Link from "next/link"
import { SearchForm } from "@/components/search/search-form"
import { SearchResult } from "@/components/search/search-result"
import { ButtonLink } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { EmptyState } from "@/components/ui/states"
import { PAGE_ITEMS, search } from "@/lib/search/queries"
import { MAX_QUERY_LENGTH, type SearchGroup, searchQuery } from "@/lib/search/schema"

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const text = readText(await searchParams)
  return {
    title: text ? `Search: ${text}` : "Search",
    description:
      "Find tokens, markets, people, posts and transactions by name, symbol, address or hash.",
    // Every search text is a separate page, and no search engine should list them.
    robots: { index: false },
  }
}

/** The same search as the palette's, as a page: it works without JavaScript and can be linked to. */
export default async function SearchPage({ searchParams }: Props) {
  const text = readText(await searchParams)
  const { groups } = await search(text, PAGE_ITEMS)
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5">
      <h1>Search</h1>
      <SearchForm text={text} />
      {groups.map((group) => (
        <ResultGroup group={group} key={group.id} text={text} />
      ))}
      {groups.length === 0 && <NoResults text={text} />}
    </div>
  )
}

function ResultGroup({ group: { id, label, items }, text }: { group: SearchGroup; text: string }) {
  return (
    <Card
      aside={
        id === "posts" && (
          <ButtonLink href={`/reef?search=${encodeURIComponent(text)}`} variant="quiet" size="sm">
            Search the Reef
          </ButtonLink>
        )
      }
      title={label}
    >
      <ul className="-mx-2">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              className="flex min-h-14 items-center rounded-control px-2 py-1.5 hover:bg-sunken"
              href={item.href}
              prefetch={false}
            >
              <SearchResult item={item} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NoResults({ text }: { text: string }) {
  if (text === "") {
    return (
      <EmptyState icon="search" title="Search Atoll">
        Enter a name, a symbol, a word of a question or post, the start of an address, or a
        transaction hash.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      action={
        <ButtonLink href="/launchpad" variant="secondary">
          See all tokens
        </ButtonLink>
      }
      icon="search"
      title={`No results for “${text}”`}
    >
      Try a shorter part of the name, or the beginning of an address.
    </EmptyState>
  )
}

function readText({ q }: Awaited<Props["searchParams"]>) {
  const first = Array.isArray(q) ? q[0] : q
  return searchQuery.safeParse({ q: first?.slice(0, MAX_QUERY_LENGTH) }).data?.q ?? ""
}
