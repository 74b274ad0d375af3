import { z } from "zod"
import { browseQuery } from "@/lib/tokens/schema"

export type SearchParams = Record<string, string | string[] | undefined>

export const views = ["columns", "table"] as const
export const columnIds = ["new", "reward", "established"] as const

export type View = (typeof views)[number]
export type ColumnId = (typeof columnIds)[number]

const pageQuery = browseQuery.extend({
  view: z.enum(views).optional(),
  /** The column that is shown where there is room for one. */
  column: z.enum(columnIds).default("new"),
})

export type LaunchpadQuery = Omit<z.output<typeof pageQuery>, "view"> & { view: View }

/** What the URL asks for; a parameter that makes no sense counts as absent. */
export function readQuery(parameters: SearchParams): LaunchpadQuery {
  const given = Object.entries(parameters).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value
    return first && name !== "limit" ? [[name, first] as const] : []
  })
  const parsed = pageQuery.safeParse(Object.fromEntries(given))
  if (parsed.success) return withView(parsed.data)
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return withView(pageQuery.parse(Object.fromEntries(given.filter(([name]) => !refused.has(name)))))
}

/** Only the table has an order, pages and phases of choice: who asks for those asks for it. */
function withView({ view, ...query }: z.output<typeof pageQuery>): LaunchpadQuery {
  const asksForTable =
    query.page > 1 || query.sort !== "newest" || query.order !== "desc" || query.phase
  return { ...query, view: view ?? (asksForTable ? "table" : "columns") }
}
