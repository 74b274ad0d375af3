"use client"

import { ListFilters } from "@/components/ui/list-filters"
import type { MarketsQuery } from "@/lib/markets/schema"
import { marketsHref } from "./links"

const sorts = [
  ["trending", "Trending"],
  ["newest", "Newest"],
  ["closing", "Closing soon"],
  ["liquid", "Most liquid"],
  ["moved", "Largest move"],
] as const satisfies readonly (readonly [MarketsQuery["sort"], string])[]

const kinds = [
  ["", "All types"],
  ["public", "Public"],
  ["private", "Private"],
] as const

/** Search and filters of the list. */
export const Filters = ({ query }: { query: MarketsQuery }) => (
  <ListFilters
    hidden={{ group: query.group, status: query.status }}
    href={marketsHref(query)}
    hrefOf={marketsHref}
    path="/markets"
    placeholder="Question, outcome or address"
    query={query}
    selects={[
      { label: "Type", name: "kind", options: kinds },
      { label: "Sort by", name: "sort", options: sorts },
    ]}
  />
)
