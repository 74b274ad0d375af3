import type { z } from "zod"
import { parseSearchParams, type SearchParams } from "@/lib/api/search-params"
import { marketsQuery } from "@/lib/markets/schema"

export type MarketsPageQuery = z.output<typeof marketsQuery>

/** Parses the URL; invalid parameters are ignored. */
export function parseQuery(parameters: SearchParams): MarketsPageQuery {
  return parseSearchParams(marketsQuery, parameters)
}
