import type { z } from "zod"
import { readable, type SearchParams } from "@/lib/api/readable"
import { marketsQuery } from "@/lib/markets/schema"

export type MarketsPageQuery = z.output<typeof marketsQuery>

/** What the URL asks for; a parameter that makes no sense counts as absent. */
export function readQuery(parameters: SearchParams): MarketsPageQuery {
  return readable(marketsQuery, parameters)
}
