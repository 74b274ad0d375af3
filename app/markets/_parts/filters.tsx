"use client"

import { FilterSelect, HiddenFields } from "@/components/ui/filter-fields"
import { FilterForm } from "@/components/ui/filter-form"
import { marketsHref } from "./links"
import type { MarketsPageQuery } from "./query"

const sorts = [
  ["trending", "Trending"],
  ["newest", "Newest"],
  ["closing", "Closing soon"],
  ["liquid", "Most liquid"],
  ["moved", "Largest move"],
] as const satisfies readonly (readonly [MarketsPageQuery["sort"], string])[]

const kinds = [
  ["", "All kinds"],
  ["public", "Public"],
  ["private", "Private"],
] as const

/** Search and filters of the markets. */
export function Filters({ query }: { query: MarketsPageQuery }) {
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
            label="Kind"
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
