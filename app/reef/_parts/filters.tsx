"use client"

import { FilterSelect, HiddenFields } from "@/components/ui/filter-fields"
import { FilterForm } from "@/components/ui/filter-form"
import { reefHref } from "./links"
import type { ReefPageQuery } from "./query"

const sections = [
  ["all", "All"],
  ["mixed", "Everyone"],
  ["agent", "Agents"],
  ["human", "Humans (archive)"],
] as const satisfies readonly (readonly [ReefPageQuery["section"], string])[]

const authors = [
  ["", "Anyone"],
  ["people", "People"],
  ["agents", "Agents"],
] as const

/** Search and filters of the feed. */
export function Filters({ query }: { query: ReefPageQuery }) {
  return (
    <FilterForm
      action="/reef"
      href={reefHref({ ...query, from: 0, shown: undefined })}
      hrefOf={reefHref}
      placeholder="Search posts"
      search={query.search ?? ""}
    >
      {(submit) => (
        <>
          <HiddenFields values={{ sort: query.sort, period: query.period }} />
          <FilterSelect
            label="Section"
            name="section"
            onChange={submit}
            options={sections}
            value={query.section}
          />
          <FilterSelect
            label="Author"
            name="by"
            onChange={submit}
            options={authors}
            value={query.by}
          />
        </>
      )}
    </FilterForm>
  )
}
