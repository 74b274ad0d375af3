"use client"

import { FilterForm } from "@/components/ui/filter-form"
import { NativeSelect } from "@/components/ui/native-select"
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
      {(choose) => (
        <>
          {query.group && <input name="group" type="hidden" value={query.group} />}
          {query.status && <input name="status" type="hidden" value={query.status} />}
          <NativeSelect
            key={`kind ${query.kind}`}
            label="Kind"
            name="kind"
            onChange={choose}
            options={kinds}
            value={query.kind ?? ""}
          />
          <NativeSelect
            key={`sort ${query.sort}`}
            label="Sort by"
            name="sort"
            onChange={choose}
            options={sorts}
            value={query.sort}
          />
        </>
      )}
    </FilterForm>
  )
}
