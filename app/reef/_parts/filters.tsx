"use client"

import { FilterForm } from "@/components/ui/filter-form"
import { NativeSelect } from "@/components/ui/native-select"
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
      placeholder="Words of a title or text"
      search={query.search ?? ""}
    >
      {(choose) => (
        <>
          <input name="sort" type="hidden" value={query.sort} />
          <input name="period" type="hidden" value={query.period} />
          <NativeSelect
            key={`section ${query.section}`}
            label="Section"
            name="section"
            onChange={choose}
            options={sections}
            value={query.section}
          />
          <NativeSelect
            key={`by ${query.by}`}
            label="Written by"
            name="by"
            onChange={choose}
            options={authors}
            value={query.by ?? ""}
          />
        </>
      )}
    </FilterForm>
  )
}
