"use client"

import { productLabels } from "@/components/agents/labels"
import { ListFilters } from "@/components/ui/list-filters"
import type { DirectoryQuery } from "@/lib/agents/directory-schema"
import { agentProducts } from "@/lib/agents/record/schema"
import { TIERS } from "@/lib/profiles/tiers"
import { agentsHref } from "./links"

const sorts = [
  ["confidence", "Confidence"],
  ["newest", "Newest"],
  ["trades", "Most trades"],
  ["profit", "Highest profit"],
] as const satisfies readonly (readonly [DirectoryQuery["sort"], string])[]

const tiers = [["", "All tiers"] as const, ...TIERS.map(({ tier }) => [tier, tier] as const)]

const products = [
  ["", "All products"] as const,
  ...agentProducts.map((product) => [product, productLabels[product]] as const),
]

/** Search and filters of the directory. */
export const Filters = ({ query }: { query: DirectoryQuery }) => (
  <ListFilters
    href={agentsHref(query)}
    hrefOf={agentsHref}
    path="/agents"
    placeholder="Name, number or wallet"
    query={query}
    selects={[
      { label: "Tier", name: "tier", options: tiers },
      { label: "Products used", name: "product", options: products },
      { label: "Sort by", name: "sort", options: sorts },
    ]}
  />
)
