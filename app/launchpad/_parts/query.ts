import { type BrowseQuery, browseQuery } from "@/lib/tokens/schema"

export type SearchParams = Record<string, string | string[] | undefined>

/** What the URL asks for; a parameter that makes no sense counts as absent. */
export function readQuery(parameters: SearchParams): BrowseQuery {
  const given = Object.entries(parameters).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value
    return first && name !== "limit" ? [[name, first] as const] : []
  })
  const parsed = browseQuery.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return browseQuery.parse(Object.fromEntries(given.filter(([name]) => !refused.has(name))))
}
