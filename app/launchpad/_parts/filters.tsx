"use client"

import { ListFilters } from "@/components/ui/list-filters"
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
export const Filters = ({ query }: { query: LaunchpadQuery }) => (
  <ListFilters
    hidden={hiddenValues(query)}
    href={launchpadHref(query)}
    hrefOf={launchpadHref}
    path="/launchpad"
    placeholder="Name, symbol or address"
    query={query}
    selects={[
      { label: "Kind", name: "kind", options: kinds },
      { label: "Buying", name: "frozen", options: buyers },
      ...(query.view === "table"
        ? [{ label: "Sort by", name: "sort", options: sorts } as const]
        : []),
    ]}
    toggles={[
      { label: "With image", name: "image" },
      { label: "Vetted", name: "vetted" },
    ]}
  />
)

function hiddenValues({ view, column, dev, phase }: LaunchpadQuery) {
  return {
    view: view === "table" ? view : undefined,
    column: column === "new" ? undefined : column,
    dev,
    phase,
  }
}
