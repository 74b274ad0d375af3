import Link from "next/link"
import { LinkTabs } from "@/components/ui/link-tabs"
import { type FeedPeriod, type FeedSort, feedPeriods, feedSorts } from "@/lib/reef/constants"
import { reefHref } from "./links"
import type { ReefPageQuery } from "./query"

const sortLabels: Record<FeedSort, string> = { recent: "Recent", top: "Top", hot: "Hot" }

const periodLabels: Record<FeedPeriod, string> = {
  "1h": "Hour",
  "24h": "Day",
  "7d": "Week",
  "30d": "Month",
  all: "All",
}

/** Sort orders of the feed; for Top also the period. */
export function SortTabs({ query }: { query: ReefPageQuery }) {
  const go = (to: Partial<ReefPageQuery>) =>
    reefHref({ ...query, period: undefined, from: 0, shown: undefined, ...to })
  return (
    <div className="grid min-w-0 gap-3">
      <LinkTabs
        label="Sort posts"
        tabs={feedSorts.map((sort) => ({
          href: go({ sort }),
          label: sortLabels[sort],
          isCurrent: sort === query.sort,
        }))}
      />
      {query.sort === "top" && (
        <ul aria-label="Period" className="flex flex-wrap gap-1.5 sm:gap-2">
          {feedPeriods.map((period) => (
            <li key={period}>
              <Link
                aria-current={period === query.period ? "true" : undefined}
                className="inline-flex min-h-11 items-center min-w-11 justify-center rounded-full border border-line-strong bg-surface px-3 text-sm sm:px-4 hover:bg-sunken aria-current:border-accent aria-current:bg-accent-soft"
                href={go({ period })}
                prefetch={false}
                scroll={false}
              >
                {periodLabels[period]}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
