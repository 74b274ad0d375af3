"use client"

import { productLabels } from "@/components/agents/labels"
import { FilterSelect } from "@/components/ui/filter-fields"
import { FilterForm } from "@/components/ui/filter-form"
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
export function Filters({ query }: { query: DirectoryQuery }) {
  return (
    <FilterForm
      action="/agents"
      href={agentsHref(query)}
      hrefOf={agentsHref}
      placeholder="Name, number or wallet"
      search={query.search ?? ""}
    >
      {(submit) => (
        <>
          <FilterSelect
            label="Tier"
            name="tier"
            onChange={submit}
            options={tiers}
            value={query.tier}
          />
          <FilterSelect
            label="Products used"
            name="product"
            onChange={submit}
            options={products}
            value={query.product}
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
