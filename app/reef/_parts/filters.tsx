"use client"

import { ListFilters } from "@/components/ui/list-filters"
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
export const Filters = ({ query }: { query: ReefPageQuery }) => (
  <ListFilters
    hidden={{ sort: query.sort, period: query.period }}
    href={reefHref({ ...query, from: 0, shown: undefined })}
    hrefOf={reefHref}
    path="/reef"
    placeholder="Search posts"
    query={query}
    selects={[
      { label: "Section", name: "section", options: sections },
      { label: "Author", name: "by", options: authors },
    ]}
  />
)
