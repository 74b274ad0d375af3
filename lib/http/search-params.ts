import type { z } from "zod"
import { isUnstorable } from "./wire"

export type SearchParams = Record<string, string | string[] | undefined>

/**
 * Parses the search parameters of a page: the first value of each; invalid ones count as absent. `limit` is ignored,
 * as each page sets its own.
 */
export function parseSearchParams<T extends z.ZodObject>(
  schema: T,
  parameters: SearchParams,
): z.output<T> {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value
    const isUsable = first && name !== "limit" && !isUnstorable(first)
    return isUsable ? [[name, first] as const] : []
  })
  const parsed = schema.safeParse(Object.fromEntries(pairs))
  if (parsed.success) return parsed.data
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return schema.parse(Object.fromEntries(pairs.filter(([name]) => !refused.has(name))))
}
