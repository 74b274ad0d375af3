import { buildListHref } from "@/lib/links"
import type { LaunchpadQuery } from "./query"

type Parameters = { [Name in keyof LaunchpadQuery]?: string | number | boolean | undefined }

/** Values left out of the URL, in the order of its parameters. */
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

export const launchpadHref = (query: Parameters) => buildListHref("/launchpad", query, defaults)

/** The first page of the same query in another view. */
export function viewHref(query: LaunchpadQuery, view: LaunchpadQuery["view"]): string {
  const filters = { ...query, view, page: 1 }
  if (view === "table") return launchpadHref(filters)
  // Columns have their own sort and phase.
  return launchpadHref({ ...filters, sort: "newest", order: "desc", phase: undefined })
}
