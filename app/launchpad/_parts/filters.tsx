"use client"

import { FilterSelect, FilterToggle, HiddenFields } from "@/components/ui/filter-fields"
import { FilterForm } from "@/components/ui/filter-form"
import { launchpadHref } from "./links"
import type { LaunchpadQuery } from "./query"

const sorts = [
  ["newest", "Newest"],
  ["oldest", "Oldest"],
  ["active", "Most traded"],
  ["change", "Biggest gain"],
  ["moved", "Biggest move"],
  ["price", "Highest price"],
  ["liquidity", "Most liquidity"],
  ["holders", "Most holders"],
  ["progress", "Reward phase progress"],
] as const satisfies readonly (readonly [LaunchpadQuery["sort"], string])[]

const kinds = [
  ["", "All kinds"],
  ["stable", "Stable+"],
  ["floor", "Floor+"],
] as const

const buyers = [
  ["", "All tokens"],
  ["false", "Open to all"],
  ["true", "Whitelist only"],
] as const

/** Search and filters of the launchpad. */
export function Filters({ query }: { query: LaunchpadQuery }) {
  const isTable = query.view === "table"
  return (
    <FilterForm
      action="/launchpad"
      href={launchpadHref(query)}
      hrefOf={launchpadHref}
      placeholder="Name, symbol or address"
      search={query.search ?? ""}
    >
      {(submit) => (
        <>
          <HiddenFields values={hiddenValues(query)} />
          <FilterSelect
            label="Kind"
            name="kind"
            onChange={submit}
            options={kinds}
            value={query.kind}
          />
          <FilterSelect
            label="Buying"
            name="frozen"
            onChange={submit}
            options={buyers}
            value={query.frozen}
          />
          {isTable && (
            <FilterSelect
              label="Sort by"
              name="sort"
              onChange={submit}
              options={sorts}
              value={query.sort}
            />
          )}
          <FilterToggle
            isOn={query.image === true}
            label="With image"
            name="image"
            onChange={submit}
          />
          <FilterToggle
            isOn={query.vetted === true}
            label="Vetted"
            name="vetted"
            onChange={submit}
          />
        </>
      )}
    </FilterForm>
  )
}

function hiddenValues({ view, column, dev, phase }: LaunchpadQuery) {
  return {
    view: view === "table" ? view : undefined,
    column: column === "new" ? undefined : column,
    dev,
    phase,
  }
}
