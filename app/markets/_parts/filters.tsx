"use client"

import { FilterSelect, HiddenFields } from "@/components/ui/filter-fields"
import { FilterForm } from "@/components/ui/filter-form"
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
export function Filters({ query }: { query: MarketsQuery }) {
  return (
    <FilterForm
      action="/markets"
      href={marketsHref(query)}
      hrefOf={marketsHref}
      placeholder="Question, outcome or address"
      search={query.search ?? ""}
    >
      {(submit) => (
        <>
          <HiddenFields values={{ group: query.group, status: query.status }} />
          <FilterSelect
            label="Type"
            name="kind"
            onChange={submit}
            options={kinds}
            value={query.kind}
          />
          <FilterSelect
            label="Sort by"
            name="sort"
            onChange={submit}
            options={sorts}
            value={query.sort}
          />
        </>
      )}
    </FilterForm>
  )
}
