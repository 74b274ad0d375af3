import Link from "next/link"
import { cn } from "@/components/ui/cn"
import { LinkTabs } from "@/components/ui/link-tabs"
import { FailedSection } from "@/components/ui/section"
import { EmptyState } from "@/components/ui/states"
import { formatInteger } from "@/lib/format"
import { tryLoad } from "@/lib/pages/try-load"
import { findUsernames, type Usernames } from "@/lib/profiles/authors"
import { findTokenCards } from "@/lib/tokens/list-queries"
import type { TokenCard } from "@/lib/tokens/schema"
import { ColumnRow } from "./column-row"
import { launchpadHref } from "./links"
import { LiveRows } from "./live-rows"
import { type ColumnId, columnIds, type LaunchpadQuery } from "./query"

const ROWS = 12

type Column = {
  title: string
  description: string
  empty: string
  list: Pick<LaunchpadQuery, "sort"> & Partial<Pick<LaunchpadQuery, "phase">>
}

const columns: Record<ColumnId, Column> = {
  new: {
    title: "New",
    description: "Newest first",
    empty: "No tokens yet",
    list: { sort: "newest" },
  },
  reward: {
    title: "Reward phase",
    description: "Buyers earn a share of the tax, highest progress first",
    empty: "No tokens in their reward phase",
    list: { sort: "progress", phase: "reward" },
  },
  established: {
    title: "Established",
    description: "Older than a day, most traded first",
    empty: "No established tokens yet",
    list: { sort: "active", phase: "established" },
  },
}

/** Three live lists side by side; on phones one, selected in the URL. */
export async function Columns({ query }: { query: LaunchpadQuery }) {
  const pages = await Promise.all(
    columnIds.map((id) => findTokenCards({ ...query, page: 1, limit: ROWS, ...columns[id].list })),
  )
  const creators = pages.flatMap(({ data }) => data.map(({ dev }) => dev))
  const names = await tryLoad(findUsernames(creators))
  const lists = columnIds.map((id, index) => ({
    id,
    tokens: pages[index]?.data ?? [],
    total: pages[index]?.pagination.total ?? 0,
  }))
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="min-w-0 lg:hidden">
        <LinkTabs
          label="Columns"
          tabs={lists.map(({ id, total }) => ({
            href: launchpadHref({ ...query, column: id }),
            label: columns[id].title,
            isCurrent: id === query.column,
            count: total,
          }))}
        />
      </div>
      {!names && <FailedSection />}
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-3 lg:items-start">
        {lists.map((list) => (
          <ColumnList
            {...list}
            isChosen={list.id === query.column}
            key={list.id}
            names={names ?? {}}
            query={query}
          />
        ))}
      </div>
    </div>
  )
}

type ColumnListProps = {
  id: ColumnId
  tokens: readonly TokenCard[]
  total: number
  isChosen: boolean
  names: Usernames
  query: LaunchpadQuery
}

function ColumnList({ id, tokens, total, isChosen, names, query }: ColumnListProps) {
  const { title, description, empty, list } = columns[id]
  const head = (
    <div className="min-w-0">
      <h2 className="max-lg:sr-only">
        {title} <span className="figures text-sm font-normal text-muted">{total}</span>
      </h2>
      <p className="text-sm text-muted">{description}</p>
    </div>
  )
  return (
    <section
      aria-label={title}
      className={cn("grid min-w-0 grid-cols-1 content-start gap-2", !isChosen && "max-lg:hidden")}
    >
      {tokens.length === 0 ? (
        <>
          <div className="flex min-h-11 items-center">{head}</div>
          <div className="rounded-card border border-line bg-surface shadow-card">
            <EmptyState title={isFiltered(query) ? "No matching tokens" : empty} />
          </div>
        </>
      ) : (
        <LiveRows
          head={head}
          // Another query is another list, shown from its top.
          key={launchpadHref({ ...query, column: id })}
          label={title}
          rows={tokens.map((token) => ({
            key: token.address,
            node: <ColumnRow column={id} names={names} token={token} />,
          }))}
        />
      )}
      {total > tokens.length && (
        <Link
          className="text-link inline-flex min-h-11 items-center text-sm"
          href={launchpadHref({ ...query, view: "table", ...list })}
          prefetch={false}
        >
          All {formatInteger(total)}
          <span className="sr-only"> of {title}</span>
        </Link>
      )}
    </section>
  )
}

export function isFiltered({ search, kind, dev, phase, frozen, image, vetted }: LaunchpadQuery) {
  return [search, kind, dev, phase, frozen, image, vetted].some((filter) => filter !== undefined)
}
