import { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/http/search-params"
import { launchpadQuery } from "@/lib/tokens/schema"

export const views = ["columns", "table"] as const
export const columnIds = ["new", "reward", "established"] as const

export type View = (typeof views)[number]
export type ColumnId = (typeof columnIds)[number]

const pageQuery = launchpadQuery.extend({
  view: z.enum(views).optional(),
  /** The column shown on phones. */
  column: z.enum(columnIds).default("new"),
})

export type LaunchpadQuery = Omit<z.output<typeof pageQuery>, "view"> & { view: View }

/** Parses the URL; invalid parameters are ignored. */
export function parseQuery(parameters: SearchParams): LaunchpadQuery {
  return withView(parseSearchParams(pageQuery, parameters))
}

/** Sort, page and phase exist in the table only, and select it. */
function withView({ view, ...query }: z.output<typeof pageQuery>): LaunchpadQuery {
  const asksForTable =
    query.page > 1 || query.sort !== "newest" || query.order !== "desc" || query.phase
  return { ...query, view: view ?? (asksForTable ? "table" : "columns") }
}
