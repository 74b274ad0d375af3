import Link from "next/link"
import { Icon } from "@/components/ui/icon"
import { LinkTabs } from "@/components/ui/link-tabs"
import { statusLabels } from "@/lib/markets/labels"
import {
  groupStatuses,
  type MarketGroup,
  type MarketsQuery,
  marketGroups,
} from "@/lib/markets/schema"
import type { PredictionStatus } from "@/lib/markets/status"
import { marketsHref } from "./links"

const groupLabels: Record<MarketGroup, string> = {
  open: "Open",
  deciding: "In resolution",
  final: "Resolved",
}

type GroupsProps = { query: MarketsQuery; counts: ReadonlyMap<PredictionStatus, number> }

/** Tabs of market groups, and the statuses of the selected group. */
export function Groups({ query, counts }: GroupsProps) {
  const { group, status } = query
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const go = (to: Partial<MarketsQuery>) =>
    marketsHref({ ...query, status: undefined, page: 1, ...to })
  return (
    <div className="grid min-w-0 gap-3">
      <LinkTabs
        label="Markets by status"
        tabs={[
          ...marketGroups.map((each) => ({
            href: go({ group: each }),
            label: groupLabels[each],
            isCurrent: group === each,
            count: groupStatuses[each].reduce((sum, one) => sum + (counts.get(one) ?? 0), 0),
          })),
          { href: go({ group: undefined }), label: "All", isCurrent: !group, count: all },
        ]}
      />
      {group && groupStatuses[group].length > 1 && (
        <ul aria-label="Statuses" className="flex flex-wrap gap-2">
          {groupStatuses[group].map((each) => (
            <li key={each}>
              <Link
                aria-current={status === each ? "true" : undefined}
                className="figures inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line-strong bg-surface px-4 text-sm hover:bg-sunken aria-current:border-accent aria-current:bg-accent-soft"
                href={go({ status: status === each ? undefined : each })}
                prefetch={false}
                scroll={false}
              >
                {statusLabels[each].name} ({counts.get(each) ?? 0})
                {status === each && (
                  <>
                    <Icon name="close" size={16} />
                    <span className="sr-only">Remove filter</span>
                  </>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
