import type { Metadata } from "next"
import Link from "next/link"
import { LiveRefresh } from "@/components/live/live-refresh"
import { ButtonLink } from "@/components/ui/button"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { Pager } from "@/components/ui/pager"
import { FailedSection } from "@/components/ui/section"
import { EmptyState } from "@/components/ui/states"
import { formatInteger } from "@/lib/format"
import type { SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { tryLoad } from "@/lib/pages/try-load"
import { findUsernames } from "@/lib/profiles/authors"
import { findUsdSparklines } from "@/lib/tokens/candles/sparklines"
import { findTokenCards } from "@/lib/tokens/list-queries"
import { Columns, isFiltered } from "./_parts/columns"
import { FilterChips } from "./_parts/filter-chips"
import { Filters } from "./_parts/filters"
import { launchpadHref, viewHref } from "./_parts/links"
import type { LaunchpadQuery } from "./_parts/query"
import { parseQuery } from "./_parts/query"
import { TokenTable } from "./_parts/token-table"

const views = [
  { view: "columns", label: "Columns", icon: "list" },
  { view: "table", label: "Table", icon: "table" },
] as const

/** Columns or table, in the URL. */
function ViewSwitch({ query }: { query: LaunchpadQuery }) {
  return (
    <nav aria-label="View" className="flex rounded-control border border-line bg-surface p-0.5">
      {views.map(({ view, label, icon }) => (
        <Link
          aria-current={query.view === view ? "page" : undefined}
          className={cn(
            "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-[0.5rem] px-3 text-sm font-medium",
            query.view === view ? "bg-accent-soft text-accent" : "text-muted hover:text-ink",
          )}
          href={viewHref(query, view)}
          key={view}
          prefetch={false}
          scroll={false}
        >
          <Icon name={icon} size={18} />
          <span className="max-sm:sr-only">{label}</span>
        </Link>
      ))}
    </nav>
  )
}

export const metadata: Metadata = {
  title: "Launchpad",
  description: "All tokens on Atoll: search by name or address, sort, filter and trade.",
  alternates: { canonical: "/launchpad" },
}

type Props = { searchParams: Promise<SearchParams> }

// No loading.tsx: without JavaScript its skeleton would never be replaced by the list.
export default async function LaunchpadPage({ searchParams }: Props) {
  const version = getPageVersion()
  const query = parseQuery(await searchParams)
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
      <FilterChips query={query} />
      {query.view === "table" ? <AllTokens query={query} /> : <Columns query={query} />}
      <LiveRefresh version={version} />
    </div>
  )
}

async function AllTokens({ query }: { query: LaunchpadQuery }) {
  const { data, pagination } = await findTokenCards(query)
  const [histories, names] = await Promise.all([
    tryLoad(findUsdSparklines(data.map((token) => token.address))),
    tryLoad(findUsernames(data.map((token) => token.dev))),
  ])
  const { total, limit } = pagination
  return (
    <>
      <p className="-my-2 text-sm text-muted" role="status">
        {total === 1 ? "1 token" : `${formatInteger(total)} tokens`}
      </p>
      {!(histories && names) && <FailedSection />}
      {data.length > 0 ? (
        <TokenTable
          histories={histories ?? new Map()}
          names={names ?? {}}
          query={query}
          tokens={data}
        />
      ) : (
        <NoTokens query={query} total={total} />
      )}
      <Pager
        href={(page) => launchpadHref({ ...query, page })}
        page={query.page}
        pages={Math.ceil(total / limit)}
      />
    </>
  )
}

function NoTokens({ query, total }: { query: LaunchpadQuery; total: number }) {
  if (total > 0) {
    return (
      <EmptyState
        action={<ButtonLink href={launchpadHref({ ...query, page: 1 })}>First page</ButtonLink>}
        title="Page not found"
      />
    )
  }
  if (!isFiltered(query)) {
    return (
      <EmptyState
        action={<ButtonLink href="/launch">Launch the first token</ButtonLink>}
        icon="launch"
        title="No tokens yet"
      />
    )
  }
  return (
    <EmptyState
      action={
        <ButtonLink href="/launchpad?view=table" variant="secondary">
          Show all tokens
        </ButtonLink>
      }
      icon="search"
      title="No matching tokens"
    >
      Try a shorter part of the name, or fewer filters.
    </EmptyState>
  )
}
