import type { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/api/search-params"
import { marketsQuery } from "@/lib/markets/schema"

export type MarketsPageQuery = z.output<typeof marketsQuery>

/** What the URL asks for; a parameter that makes no sense counts as absent. */
export function parseQuery(parameters: SearchParams): MarketsPageQuery {
  return parseSearchParams(marketsQuery, parameters)
}
