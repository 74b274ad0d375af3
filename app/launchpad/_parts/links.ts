import { buildListHref } from "@/lib/links"
import type { LaunchpadQuery } from "./query"

type Parameters = { [Name in keyof LaunchpadQuery]?: string | number | boolean | undefined }

/** What needs no saying, in the order in which the rest is said. */
const defaults = {
  view: "columns",
  column: "new",
  search: undefined,
  kind: undefined,
  dev: undefined,
  phase: undefined,
  frozen: undefined,
  image: undefined,
  vetted: undefined,
  sort: "newest",
  order: "desc",
  page: 1,
} as const satisfies Parameters

/** The launchpad's address for a query. */
export const launchpadHref = (query: Parameters) => buildListHref("/launchpad", query, defaults)

/** The same tokens in the other view, from the beginning. */
export function viewHref(query: LaunchpadQuery, view: LaunchpadQuery["view"]): string {
  const filters = { ...query, view, page: 1 }
  if (view === "table") return launchpadHref(filters)
  // Columns have orders and phases of their own.
  return launchpadHref({ ...filters, sort: "newest", order: "desc", phase: undefined })
}
