import { buildListHref } from "@/lib/links"
import type { MarketsPageQuery } from "./query"

type Parameters = { [Name in keyof MarketsPageQuery]?: string | number | undefined }

/** What needs no saying, in the order in which the rest is said. */
const defaults = {
  group: undefined,
  search: undefined,
  status: undefined,
  kind: undefined,
  sort: "trending",
  page: 1,
} as const satisfies Parameters

/** The list's address for a query. */
export const marketsHref = (query: Parameters) => buildListHref("/markets", query, defaults)
