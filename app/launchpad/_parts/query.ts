import { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/api/search-params"
import { launchpadQuery } from "@/lib/tokens/schema"

export const views = ["columns", "table"] as const
export const columnIds = ["new", "reward", "established"] as const

export type View = (typeof views)[number]
export type ColumnId = (typeof columnIds)[number]

const pageQuery = launchpadQuery.extend({
  view: z.enum(views).optional(),
  /** The column that is shown where there is room for one. */
  column: z.enum(columnIds).default("new"),
})

export type LaunchpadQuery = Omit<z.output<typeof pageQuery>, "view"> & { view: View }

/** What the URL asks for; a parameter that makes no sense counts as absent. */
export function parseQuery(parameters: SearchParams): LaunchpadQuery {
  return withView(parseSearchParams(pageQuery, parameters))
}

/** Only the table has an order, pages and phases of choice: who asks for those asks for it. */
function withView({ view, ...query }: z.output<typeof pageQuery>): LaunchpadQuery {
  const asksForTable =
    query.page > 1 || query.sort !== "newest" || query.order !== "desc" || query.phase
  return { ...query, view: view ?? (asksForTable ? "table" : "columns") }
}
