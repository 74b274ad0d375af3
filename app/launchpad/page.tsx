import type { Metadata } from "next"
import { LiveRefresh } from "@/components/live/live-refresh"
import { Pager } from "@/components/tokens/pager"
import { TokenList } from "@/components/tokens/token-list"
import { ButtonLink } from "@/components/ui/button"
import { EmptyState } from "@/components/ui/states"
import { findTokenCards } from "@/lib/tokens/browse/queries"
import { findSparklines } from "@/lib/tokens/candles/queries"
import type { BrowseQuery } from "@/lib/tokens/schema"
import { Filters } from "./_parts/filters"
import { launchpadHref } from "./_parts/links"
import { readQuery, type SearchParams } from "./_parts/query"

export const metadata: Metadata = {
  title: "Launchpad",
  description: "Every token of the exchange: search by name or address, sort, filter and trade.",
}

type Props = { searchParams: Promise<SearchParams> }

// No loading.tsx: without JavaScript its skeleton would never be replaced by the list.
export default async function LaunchpadPage({ searchParams }: Props) {
  const query = readQuery(await searchParams)
  const { data, pagination } = await findTokenCards(query)
  const courses = await findSparklines(data.map((token) => token.address))
  const { total, limit } = pagination
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1>Launchpad</h1>
          <p className="text-muted" role="status">
            {total === 1 ? "1 token" : `${total} tokens`}
          </p>
        </div>
        <ButtonLink href="/launch">Launch a token</ButtonLink>
      </header>
      <Filters query={query} />
      {data.length > 0 ? (
        <TokenList courses={courses} tokens={data} />
      ) : (
        <NothingFound query={query} total={total} />
      )}
      <Pager
        href={(page) => launchpadHref({ ...query, page })}
        page={query.page}
        pages={Math.ceil(total / limit)}
      />
      <LiveRefresh />
    </div>
  )
}

function NothingFound({ query, total }: { query: BrowseQuery; total: number }) {
  if (total > 0) {
    return (
      <EmptyState
        action={<ButtonLink href={launchpadHref({ ...query, page: 1 })}>First page</ButtonLink>}
        title="There is no such page"
      />
    )
  }
  if (!query.search && !query.kind && !query.dev) {
    return (
      <EmptyState
        action={<ButtonLink href="/launch">Launch the first token</ButtonLink>}
        title="No tokens yet"
      />
    )
  }
  return (
    <EmptyState
      action={
        <ButtonLink href="/launchpad" look="secondary">
          Show all tokens
        </ButtonLink>
      }
      title="No token matches"
    >
      Try a shorter part of the name, or another kind.
    </EmptyState>
  )
}
