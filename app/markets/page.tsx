import type { Metadata } from "next"
import { LiveRefresh } from "@/components/live/live-refresh"
import { MarketCard } from "@/components/markets/market-card"
import { ButtonLink } from "@/components/ui/button"
import { Pager } from "@/components/ui/pager"
import { FailedSection } from "@/components/ui/section"
import { EmptyState } from "@/components/ui/states"
import { formatInteger } from "@/lib/format"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import { getPageVersion } from "@/lib/live/page-version"
import { toMarketsQuery } from "@/lib/markets/list-group"
import { countMarkets, findMarketCards } from "@/lib/markets/list-queries"
import { type MarketsQuery, marketsQuery } from "@/lib/markets/schema"
import { tryLoad } from "@/lib/pages/try-load"
import { Filters } from "./_parts/filters"
import { Groups } from "./_parts/groups"
import { marketsHref } from "./_parts/links"

export const metadata: Metadata = {
  title: "Markets",
  description:
    "Trade on the outcome of events: compare probabilities, buy shares and follow the resolution.",
  alternates: { canonical: "/markets" },
}

type Props = { searchParams: Promise<SearchParams> }

export default async function MarketsPage({ searchParams }: Props) {
  const version = getPageVersion()
  const query = toMarketsQuery(parseSearchParams(marketsQuery, await searchParams))
  const [{ data, pagination }, counts] = await Promise.all([
    findMarketCards(query),
    tryLoad(countMarkets(query)),
  ])
  const { total, limit } = pagination
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1>Markets</h1>
        <ButtonLink href="/markets/create">Create a market</ButtonLink>
      </header>
      <Filters query={query} />
      {counts ? <Groups counts={counts} query={query} /> : <FailedSection />}
      <p className="-my-2 text-sm text-muted" role="status">
        {total === 1 ? "1 market" : `${formatInteger(total)} markets`}
      </p>
      {data.length > 0 ? (
        <section aria-labelledby="list">
          <h2 className="sr-only" id="list">
            Markets
          </h2>
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
            {data.map((market) => (
              <li className="grid min-w-0" key={market.address}>
                <MarketCard market={market} />
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <NoMarkets query={query} total={total} />
      )}
      <Pager
        href={(page) => marketsHref({ ...query, page })}
        page={query.page}
        pages={Math.ceil(total / limit)}
      />
      <LiveRefresh version={version} />
    </div>
  )
}

function NoMarkets({ query, total }: { query: MarketsQuery; total: number }) {
  if (total > 0) {
    return (
      <EmptyState
        action={<ButtonLink href={marketsHref({ ...query, page: 1 })}>First page</ButtonLink>}
        title="Page not found"
      />
    )
  }
  const isFiltered = query.search || query.kind || query.status
  if (isFiltered || query.group) {
    const wider = isFiltered && query.group ? { ...query, group: undefined, page: 1 } : {}
    return (
      <EmptyState
        action={
          <ButtonLink href={marketsHref(wider)}>
            {query.search && query.group ? "Search all markets" : "All markets"}
          </ButtonLink>
        }
        icon="search"
        title="No markets found"
      >
        Try another search or filter.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      action={<ButtonLink href="/markets/create">Create a market</ButtonLink>}
      icon="markets"
      title="No markets yet"
    >
      A market is a question with two or more outcomes.
    </EmptyState>
  )
}
