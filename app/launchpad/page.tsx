import type { Metadata } from "next"
import { LiveRefresh } from "@/components/live/live-refresh"
import { Pager } from "@/components/tokens/pager"
import { ButtonLink } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/states"
import type { SearchParams } from "@/lib/api/readable"
import { grouped } from "@/lib/format"
import { pageMark } from "@/lib/live/page-mark"
import { findNames } from "@/lib/profiles/authors"
import { findUsdCourses } from "@/lib/tokens/browse/courses"
import { findTokenCards } from "@/lib/tokens/browse/queries"
import { Chips } from "./_parts/chips"
import { Columns, isFiltered } from "./_parts/columns"
import { Filters } from "./_parts/filters"
import { launchpadHref } from "./_parts/links"
import { type LaunchpadQuery, readQuery } from "./_parts/query"
import { TokenTable } from "./_parts/token-table"
import { ViewSwitch } from "./_parts/view-switch"

export const metadata: Metadata = {
  title: "Launchpad",
  description: "Every token of the exchange: search by name or address, sort, filter and trade.",
  alternates: { canonical: "/launchpad" },
}

type Props = { searchParams: Promise<SearchParams> }

// No loading.tsx: without JavaScript its skeleton would never be replaced by the list.
export default async function LaunchpadPage({ searchParams }: Props) {
  const mark = pageMark()
  const query = readQuery(await searchParams)
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1>Launchpad</h1>
        <div className="flex gap-3">
          <ViewSwitch query={query} />
          <ButtonLink href="/launch">Launch a token</ButtonLink>
        </div>
      </header>
      <Filters query={query} />
      <Chips query={query} />
      {query.view === "table" ? <AllTokens query={query} /> : <Columns query={query} />}
      <LiveRefresh mark={mark} />
    </div>
  )
}

async function AllTokens({ query }: { query: LaunchpadQuery }) {
  const { data, pagination } = await findTokenCards(query)
  const [courses, names] = await Promise.all([
    findUsdCourses(data.map((token) => token.address)),
    findNames(data.map((token) => token.dev)),
  ])
  const { total, limit } = pagination
  return (
    <>
      <p className="-my-2 text-sm text-muted" role="status">
        {total === 1 ? "1 token" : `${grouped(total)} tokens`}
      </p>
      {data.length > 0 ? (
        <TokenTable courses={courses} names={names} query={query} tokens={data} />
      ) : (
        <NothingFound query={query} total={total} />
      )}
      <Pager
        href={(page) => launchpadHref({ ...query, page })}
        page={query.page}
        pages={Math.ceil(total / limit)}
      />
    </>
  )
}

function NothingFound({ query, total }: { query: LaunchpadQuery; total: number }) {
  if (total > 0) {
    return (
      <EmptyState
        action={<ButtonLink href={launchpadHref({ ...query, page: 1 })}>First page</ButtonLink>}
        title="There is no such page"
      />
    )
  }
  if (!isFiltered(query)) {
    return (
      <EmptyState
        action={<ButtonLink href="/launch">Launch the first token</ButtonLink>}
        picture="launch"
        title="No tokens yet"
      />
    )
  }
  return (
    <EmptyState
      action={
        <ButtonLink href="/launchpad?view=table" look="secondary">
          Show all tokens
        </ButtonLink>
      }
      picture="search"
      title="No token matches"
    >
      Try a shorter part of the name, or fewer filters.
    </EmptyState>
  )
}
